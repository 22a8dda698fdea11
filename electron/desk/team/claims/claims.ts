/** The permission to send: at most one desk of the team has it at a time. */
import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { isRecordedByTeam, slotOf, type ClaimInput } from '#shared/team/claim-of.ts'
import type { Delivery, Intent, OutboxEvent } from '../../../journal/port.ts'
import type { ClaimVerdict, TeamFailure, TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import { unavailable } from '../refusals.ts'
import { utcTime } from '../../../common/processes/time.ts'

/** A permission older than this, by either clock, must be requested again. */
const permissionLastsMs = 5_000
const maxTries = 3

/** What a person accepted about possible duplicates at other desks. */
export interface Accepted {
  readonly reason: string | null
  /** The duplicate that the person was shown. */
  readonly duplicateOf: EntryId | null
}

/**
 * Why sending is not permitted. `unreachable`: the failure of the connection, which must be opened again; null if the
 * connection works.
 */
export interface NotPermitted {
  readonly failure: Failure
  readonly unreachable: TeamFailure | null
}

type Ports = Pick<Services, 'journal' | 'system'>

/**
 * Claims for a durable intent. After a success the request may be sent at once: the permission was received and
 * recorded in the journal. After a failure nothing may be sent; an unclear claim is checked at the next delivery.
 */
export async function claimFor(
  ports: Ports, team: TeamJournalPort, intent: Intent, accepted: Accepted,
): Promise<Result<null, NotPermitted>> {
  const { journal } = ports
  const seen = new Map<string, number>()
  for (let round = 0; round < 2 + maxTries; round += 1) {
    const counts = [...seen].map(([key, count]) => ({ key, seen: count }))
    const request = await journal.teamAsk({ entryId: intent.entryId, seen: counts })
    if (!request.ok) return refused(request.failure)
    if (request.value === null) return refused(unavailable('no-claim', 'This request cannot be claimed.'))
    const { delivery, event } = request.value
    const answer = await claimUntilFresh(ports, team, delivery, event)
    if (!answer.ok) {
      // An unclear claim stays unchanged, so that the same query can be repeated.
      if (!answer.failure.mayHaveHappened) await journal.teamWithdraw({ entryId: intent.entryId })
      return failed({ failure: unavailable(answer.failure.code, answer.failure.detail), unreachable: answer.failure })
    }
    const verdict = answer.value
    if (verdict.kind === 'won') return success(null)
    if (verdict.kind === 'not-kept') return refused(verdict.failure)
    if (verdict.kind === 'closed') {
      await journal.teamDelivered(verdict.position)
      return refused(unavailable('claim-ended', 'The claim of this request was ended from another desk.'))
    }
    if (verdict.kind === 'taken') {
      await journal.teamWithdraw({ entryId: intent.entryId })
      return refused({ code: 'team-taken', holder: verdict.holder })
    }
    if (!isAccepted(verdict, delivery, accepted)) {
      await journal.teamWithdraw({ entryId: intent.entryId })
      return refused({ code: 'team-duplicate', holder: verdict.holder })
    }
    seen.set(verdict.key, verdict.seen)
  }
  await journal.teamWithdraw({ entryId: intent.entryId })
  return refused(unavailable('contended', 'Other desks kept sending like payments.'))
}

type FreshVerdict =
  | Exclude<ClaimVerdict, { kind: 'won' }>
  | { readonly kind: 'won' }
  | { readonly kind: 'not-kept'; readonly failure: Failure }

/** Whether an intent claims in a team: its merchant belongs to the team, and it creates an order or acts on one. */
export function isClaimed(intent: Intent, rehearsal: boolean): boolean {
  const { merchantKey, environment, url } = intent
  if (merchantKey === undefined || !isRecordedByTeam({ environment, url, merchantKey }, rehearsal)) return false
  const claiming: ClaimInput = { ...intent, merchantKey }
  return slotOf(claiming) !== null
}

/** Claims, and claims again if the permission arrived too late to be used. */
async function claimUntilFresh(
  { journal, system }: Ports, team: TeamJournalPort, { deskId, position }: Delivery, event: OutboxEvent,
): Promise<Result<FreshVerdict, TeamFailure>> {
  for (let tries = 1; ; tries += 1) {
    const [wall, monotonic] = [system.now(), system.monotonic()]
    const answer = await team.claim(deskId, position, event)
    if (!answer.ok || answer.value.kind !== 'won') return answer
    const { round } = answer.value
    const kept = tries > 1 ? success(null) : await journal.teamClaimed({
      entryId: event.entryId as EntryId, at: utcTime(system.now()), deskId, round, position: answer.value.position,
    })
    if (!kept.ok) return success({ kind: 'not-kept', failure: kept.failure })
    // SECURITY: if the computer slept, another desk may have ended the claim meanwhile.
    const age = Math.max(Math.abs(system.now() - wall), system.monotonic() - monotonic)
    if (age <= permissionLastsMs) return success({ kind: 'won' })
    if (tries === maxTries) return success({ kind: 'not-kept', failure: unavailable('too-slow', 'The team journal answered too late.') })
  }
}

/** This desk's duplicates had their own warning. A duplicate of another desk is accepted only if it was shown. */
function isAccepted(
  { holder }: Extract<ClaimVerdict, { kind: 'duplicate' }>, { deskId }: Delivery, { reason, duplicateOf }: Accepted,
): boolean {
  return reason !== null && (holder.deskId === deskId || holder.entryId === duplicateOf)
}

function refused(failure: Failure): { readonly ok: false; readonly failure: NotPermitted } {
  return failed({ failure, unreachable: null })
}
