/** What the desks of the team did, as a person asks for it. */
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import { isRefund } from '#shared/gateway/order-actions.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { isUndone } from '#shared/model/history.ts'
import { teamBodySchema, type TeamHistoryRow } from '#shared/model/team.ts'
import type { TeamOrder } from '#shared/model/team-history.ts'
import { failed, success } from '#shared/result.ts'
import type { Delivery } from '../../journal/port.ts'
import type { KnownDesk, TeamBreak } from '../../team/port.ts'
import type { Services } from '../services.ts'
import { teamUnavailable } from './joining.ts'
import { findTeamMerchant, merchantsOfTeam } from './merchants.ts'
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

/** Everything that the desks told of an entry, in the order of arrival. */
export async function teamEntry(
  team: Team, { entryId }: ParsedInput<'team.entry'>,
): Promise<CallAnswer<'team.entry'>> {
  const journal = team.journal()
  if (journal === null) return noTeam
  if (!isEntryOfTeam(entryId)) return success([])
  const events = await journal.entry(entryId)
  if (!events.ok) return failed(teamUnavailable(events.failure))
  return success(events.value.map(({ deskId, deskLabel, number, kind, at, receivedAt, login, body }) => {
    const { state = null, record = null } = bodyIn(body)
    return { deskId, deskLabel, number, kind, at, receivedAt, login, state, record: JSON.stringify(record) }
  }))
}

/** What the team has recorded of one order, and who has it in hand. */
export async function teamOrder(
  services: Pick<Services, 'profiles'>, team: Team, { profileId, orderId, merchantOrderId }: ParsedInput<'team.order'>,
): Promise<CallAnswer<'team.order'>> {
  const journal = team.journal()
  if (journal === null) return noTeam
  const merchantKey = findTeamMerchant(services, profileId)
  if (!merchantKey.ok) return merchantKey
  const rows = await journal.order(merchantKey.value, [orderId, merchantOrderId].filter((id) => id !== null))
  if (!rows.ok) return failed(teamUnavailable(rows.failure))
  const open = await journal.openClaims([merchantKey.value])
  if (!open.ok) return failed(teamUnavailable(open.failure))
  const busy = open.value.find(({ slot }) => slot.kind === 'follow' && slot.id === orderId)
  return success({ ...refundsOf(rows.value), rows: rows.value, busyBy: busy?.holder ?? null })
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

/** Checks the chains of all desks, against what this desk saw of them before. */
export async function verifyTeam(
  services: Pick<Services, 'journal'>, team: Team, signal: AbortSignal,
): Promise<CallAnswer<'team.verify'>> {
  const journal = team.journal()
  if (journal === null) return noTeam
  const stands = await services.journal.teamDelivery()
  if (!stands.ok) return stands
  const known = stands.value === null ? [] : [ownIn(stands.value), ...stands.value.seen]
  const verified = await journal.verify(known, undefined, signal)
  if (!verified.ok) return failed(verified.failure.code === 'cancelled' ? { code: 'cancelled' } : teamUnavailable(verified.failure))
  return success({ desks: verified.value.desks, breaks: verified.value.breaks.map(shownBreak) })
}

/** What this desk knows of itself: it is its own witness. */
function ownIn({ deskId, position, publicKey }: Delivery): KnownDesk {
  return { deskId, ...position, publicKey }
}

/** SECURITY: only what has the form of an entry's id leaves this computer. */
export function isEntryOfTeam(entryId: EntryId): boolean {
  return /^[0-9a-f]{32}$/.test(entryId)
}

function refundsOf(rows: readonly TeamHistoryRow[]): Pick<TeamOrder, 'refunded' | 'refunds'> {
  const refunds = rows.filter(({ operation, state }) =>
    isRefund(operation as OperationId) && state !== null && !isUndone(state) && state !== 'declined' && state !== 'filtered')
  const refunded = refunds.reduce((sum, { minorAmount }) => sum + BigInt(minorAmount ?? '0'), 0n)
  return { refunded: String(refunded) as MinorUnits, refunds: refunds.length }
}

function bodyIn(body: string) {
  try {
    return teamBodySchema.safeParse(JSON.parse(body)).data ?? {}
  } catch {
    return {}
  }
}

function shownBreak(found: TeamBreak) {
  return {
    kind: found.kind,
    deskId: 'deskId' in found ? found.deskId : null,
    number: 'number' in found ? found.number : null,
    entryId: 'entryId' in found ? found.entryId : null,
    table: 'table' in found ? found.table : null,
  }
}
