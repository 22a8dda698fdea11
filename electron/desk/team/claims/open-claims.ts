/** The open claims of the team, for the list that a person opens. */
import type { EntryId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { mostOpenClaims } from '#shared/team/claim-rules.ts'
import type { Services } from '../../services.ts'
import { teamUnavailable } from '../membership/joining.ts'
import { merchantsOfTeam } from '../merchants.ts'
import type { Team } from '../team-port.ts'

const noTeam = failed({ code: 'no-team' } as const)

/** States with which one desk ends another desk's claim, as soon as the team permits it. */
const endsForAll: readonly EntryState[] = ['approved', 'declined', 'filtered']

/**
 * The open claims of other desks for the merchants of this desk's profiles. Without claims that this desk has resolved
 * for another one, as it ends them itself.
 */
export async function openClaims(
  services: Pick<Services, 'profiles' | 'membership' | 'journal'>, team: Team,
): Promise<CallAnswer<'team.openClaims'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return noTeam
  const open = await journal.openClaims(merchantsOfTeam(services), { notOf: member.deskId })
  if (!open.ok) return failed(teamUnavailable(open.failure))
  const claims = open.value.map(({ slot: { kind, merchantKey, id }, holder }) =>
    ({ kind, merchantKey, id, holder, isThisDesk: false }))
  const resolved = await resolvedHere(services, claims.map(({ holder }) => holder.entryId))
  if (!resolved.ok) return resolved
  const unresolved = claims.filter(({ holder }) => !resolved.value.has(holder.entryId))
  return success({ claims: unresolved, more: open.value.length === mostOpenClaims })
}

async function resolvedHere(
  { journal }: Pick<Services, 'journal'>, entryIds: readonly EntryId[],
): Promise<Result<ReadonlySet<EntryId>, Failure>> {
  const resolved = new Set<EntryId>()
  const known = await journal.knownEntries({ entryIds })
  if (!known.ok) return known
  for (const entryId of known.value) {
    const entry = await journal.entry({ entryId })
    if (!entry.ok) return entry
    if (entry.value !== null && endsForAll.includes(entry.value.row.state)) resolved.add(entryId)
  }
  return success(resolved)
}

/** SECURITY: only text with the form of an entry id leaves this computer. */
export function isEntryOfTeam(entryId: EntryId): boolean {
  return /^[0-9a-f]{32}$/.test(entryId)
}
