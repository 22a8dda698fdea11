/** What the desks of the team did, as a person asks for it. */
import type { EntryId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import type { Services } from '../services.ts'
import { teamUnavailable } from './joining.ts'
import { merchantsOfTeam } from './merchants.ts'
import type { Team } from './team.ts'

const noTeam = failed({ code: 'no-team' } as const)

/** A page of the history of all desks. */
export async function teamHistory(
  team: Team, { query, after, limit }: ParsedInput<'team.history'>,
): Promise<CallAnswer<'team.history'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return noTeam
  // SECURITY: what is searched for stands in the log of a database that logs statements: people paste card numbers.
  const masked = { ...query, ...maskedText('id', query.id), ...maskedText('words', query.words) }
  const page = await journal.page(masked, after, limit)
  if (!page.ok) return failed(teamUnavailable(page.failure))
  const rows = page.value.rows.map((row) => ({ ...row, isThisDesk: row.deskId === member.deskId }))
  return success({ ...page.value, rows })
}

function maskedText(name: 'id' | 'words', text: string | undefined): { readonly id?: string; readonly words?: string } {
  return text === undefined ? {} : { [name]: maskFreeText(text) }
}

/** Every desk that ever joined, by its name. */
export async function teamDesks(team: Team): Promise<CallAnswer<'team.desks'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return noTeam
  const desks = await journal.desks()
  if (!desks.ok) return failed(teamUnavailable(desks.failure))
  return success(desks.value.map(({ deskId, label, login }) =>
    ({ deskId, label, login, isThisDesk: deskId === member.deskId })))
}

/** The open claims of the merchants of this desk's profiles. */
export async function openClaims(
  services: Pick<Services, 'profiles'>, team: Team,
): Promise<CallAnswer<'team.openClaims'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return noTeam
  const open = await journal.openClaims(merchantsOfTeam(services))
  if (!open.ok) return failed(teamUnavailable(open.failure))
  return success(open.value.map(({ slot: { kind, merchantKey, id }, holder }) =>
    ({ kind, merchantKey, id, holder, isThisDesk: holder.deskId === member.deskId })))
}

/** SECURITY: only what has the form of an entry's id leaves this computer. */
export function isEntryOfTeam(entryId: EntryId): boolean {
  return /^[0-9a-f]{32}$/.test(entryId)
}
