/** The claims of a team and the journals of its desks against the gateway's ledger, which is the truth about money. */
import type { ClaimSlot } from '#shared/model/team.ts'
import { endsClaim } from '#shared/team/claim-rules.ts'
import type { LedgerLine } from '../../../electron/sandbox/ledger.ts'
import { compare, type Misses } from '../kill/compare.ts'
import type { FoundPayment } from '../kill/messages.ts'

/** The names of what breaks a rule, one list a rule; all of them empty when money moved once. */
export interface TeamMisses extends Omit<Misses, 'refundedWhileOpen'> {
  /** Reached the gateway while its desk held no open claim for it. */
  readonly withoutClaim: readonly string[]
  /** Claims of entries that have ended and are open, and the other way round. */
  readonly wrongClaims: readonly string[]
  /** Entries that still are sending after everything was asked about: nobody would look after them. */
  readonly leftSending: readonly string[]
}

export const noTeamMisses: TeamMisses = {
  withoutIntent: [], reachedTwice: [], calledUntaken: [], doneButAbsent: [], withoutClaim: [], wrongClaims: [],
  leftSending: [],
}

/** Compares; `payments` are those of all desks, each entry's newest word last. */
export function compareTeam(
  ledger: readonly LedgerLine[], payments: readonly FoundPayment[], claims: readonly Record<string, unknown>[],
): Omit<TeamMisses, 'withoutClaim'> {
  const entries = new Map(payments.map((payment) => [payment.entryId as string, payment]))
  // That one refund of an order follows another is what the claims say here, by the server's clock.
  const { refundedWhileOpen: _byDesk, ...misses } = compare(ledger, [...entries.values()])
  const wrongClaims = claims.flatMap(({ entry_id: id, kind, closed }) => {
    const payment = entries.get(String(id))
    if (payment === undefined) return [`${String(id)}: no entry`]
    const isRight = closed === null ? !endsClaim(kind as ClaimSlot['kind'], payment.state) : closed === payment.state
    return isRight ? [] : [`${payment.name}: ${payment.state}, its claim ${String(closed)}`]
  })
  const leftSending = [...entries.values()].filter(({ state }) => state === 'sending').map(({ name }) => name)
  return { ...misses, wrongClaims, leftSending }
}
