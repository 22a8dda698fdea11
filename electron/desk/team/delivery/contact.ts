/** One contact with the team: find this desk again, deliver what waits, read what the others did. */
import type { DeskId } from '#shared/brands.ts'
import type { WaitingDesk } from '#shared/model/team-state.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { fingerprintIn } from '../../../common/key-fingerprint.ts'
import type { SeenOfDesk } from '../../../journal/port.ts'
import type { Membership, TeamDesk, TeamEvent, TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import { deliver, type Delivered, type DeliveryFailure } from './delivery.ts'
import { missingDesks } from './went-back.ts'

type Ports = Pick<Services, 'journal' | 'system'>

/** How the ends of the chains compare. */
export type Found =
  | { readonly kind: 'as-left' }
  | { readonly kind: 'went-back'; readonly missingOf: readonly DeskId[] }
  | { readonly kind: 'forked' }
  | { readonly kind: 'not-admitted' }

/**
 * Finds this desk in the team journal and compares what both remember. The desk's own position becomes that of the team
 * journal, so that what it lacks is delivered again.
 */
export async function findAgain(
  ports: Ports, team: TeamJournalPort, { deskId, label, rehearsal }: Membership,
): Promise<Result<Found, DeliveryFailure>> {
  const stands = await ports.journal.teamDelivery()
  if (!stands.ok) return failed({ of: 'journal', failure: stands.failure })
  // SECURITY: a journal that does not remember this desk's chain would tell it otherwise than it was.
  if (stands.value?.deskId !== deskId || stands.value.rehearsal !== rehearsal) return success({ kind: 'forked' })
  const { joinedAt: at, publicKey, position, seen } = stands.value
  const joined = await team.join({ deskId, label, publicKey, at, rehearsal }, position, withoutKeys(seen, deskId))
  if (!joined.ok) return failed({ of: 'team', failure: joined.failure })
  const { kind } = joined.value
  if (kind === 'forked' || kind === 'not-admitted') return success({ kind })
  // Noted before the position goes back: an end in between must not forget why.
  const missing = await missingDesks(ports, seen, joined.value.kind === 'went-back' ? joined.value.missingOf : [])
  if (!missing.ok) return failed({ of: 'journal', failure: missing.failure })
  const noted = await ports.journal.teamDelivered(joined.value.position)
  if (!noted.ok) return failed({ of: 'journal', failure: noted.failure })
  return success(missing.value.length > 0 ? { kind: 'went-back', missingOf: missing.value } : { kind: 'as-left' })
}

/** What one exchange brought. */
export interface Exchanged extends Delivered {
  /** What other desks did since the last one, or the first part of it. */
  readonly events: readonly TeamEvent[]
  /** More of it waits to be read. */
  readonly more: boolean
  /** Desks whose events the database lacks although they were read, until people go on. */
  readonly missingOf: readonly DeskId[]
  /** Every desk with the end of its log. */
  readonly desks: readonly TeamDesk[]
  /** Desks that may not write, as nobody has admitted them or no longer. */
  readonly notAdmitted: readonly WaitingDesk[]
}

/** Delivers what waits, and reads what is new of the other desks: a part at a time, as a claim may wait behind it. */
export async function exchange(
  ports: Ports, team: TeamJournalPort, { deskId }: Membership,
): Promise<Result<Exchanged, DeliveryFailure>> {
  const { journal } = ports
  const delivered = await deliver(journal, team, { past: true })
  if (!delivered.ok) return delivered
  const stands = await journal.teamDelivery()
  if (!stands.ok) return failed({ of: 'journal', failure: stands.failure })
  if (stands.value === null) {
    return success({ ...delivered.value, events: [], more: false, missingOf: [], desks: [], notAdmitted: [] })
  }
  const { seen, position } = stands.value
  const fed = await team.feed([...withoutKeys(seen, deskId), { deskId, ...position }])
  if (!fed.ok) return failed({ of: 'team', failure: fed.failure })
  const { desks, wentBack, more } = fed.value
  const events = fed.value.events.filter((event) => event.deskId !== deskId)
  const missing = wentBack.length === 0 ? success([]) : await missingDesks(ports, seen, wentBack)
  if (!missing.ok) return failed({ of: 'journal', failure: missing.failure })
  const keys = new Map(desks.map((desk) => [desk.deskId, desk.publicKey]))
  const noted = await journal.teamSee({ seen: newestOf(events, keys) })
  if (!noted.ok) return failed({ of: 'journal', failure: noted.failure })
  return success({
    ...delivered.value, events, more: more && events.length > 0, missingOf: missing.value, desks,
    notAdmitted: waitingDesks(desks),
  })
}

function waitingDesks(desks: readonly TeamDesk[]): readonly WaitingDesk[] {
  return desks.filter(({ isAdmitted }) => !isAdmitted)
    .map(({ deskId, label, login, publicKey }) => ({ deskId, label, login, fingerprint: fingerprintIn(publicKey) }))
}

function newestOf(events: readonly TeamEvent[], keys: ReadonlyMap<DeskId, string | null>): SeenOfDesk[] {
  const newest = new Map<DeskId, SeenOfDesk>()
  for (const { deskId, number, link } of events) {
    newest.set(deskId, { deskId, number, link, publicKey: keys.get(deskId) ?? null })
  }
  return [...newest.values()]
}

function withoutKeys(seen: readonly SeenOfDesk[], own: DeskId) {
  return seen.filter(({ deskId }) => deskId !== own).map(({ deskId, number, link }) => ({ deskId, number, link }))
}
