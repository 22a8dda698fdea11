/** One contact with the team: identifies this desk, delivers pending events, reads events of other desks. */
import type { DeskId, UtcTime } from '#shared/brands.ts'
import type { TeamConnection, WaitingDesk } from '#shared/model/team/team-state.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { mostWaitingDesks } from '#shared/team/waiting-desks.ts'
import { withoutDirections } from '#shared/text-direction.ts'
import { fingerprintIn } from '../../../common/signatures/key-fingerprint.ts'
import type { SeenOfDesk } from '../../../journal/port.ts'
import type { Membership, TeamDesk, TeamEvent, TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import { deliver, type Delivered, type DeliveryFailure } from './delivery.ts'
import { missingDesks } from './went-back.ts'

type Ports = Pick<Services, 'journal' | 'system'>

/** A desk that may not write. */
type NotAdmitted = Extract<TeamConnection, { kind: 'not-admitted' }>

/** The result of comparing the ends of the chains. */
export type Found =
  | { readonly kind: 'as-left' }
  | { readonly kind: 'went-back'; readonly missingOf: readonly DeskId[] }
  | { readonly kind: 'forked' }
  | NotAdmitted

/**
 * Identifies this desk in the team journal and compares both records. If the team journal ends earlier, the desk's
 * position becomes that end, so that events that it lacks are delivered again.
 */
export async function identifyAndCompare(
  ports: Ports, team: TeamJournalPort, { deskId, label, rehearsal }: Membership,
): Promise<Result<Found, DeliveryFailure>> {
  const delivery = await ports.journal.teamDelivery()
  if (!delivery.ok) return failed({ of: 'journal', failure: delivery.failure })
  // SECURITY: a journal without this desk's chain would publish a different chain.
  if (delivery.value?.deskId !== deskId || delivery.value.rehearsal !== rehearsal) return success({ kind: 'forked' })
  const { joinedAt: at, publicKey, position, seen, waiting } = delivery.value
  const joined = await team.join({ deskId, label, publicKey, at, rehearsal }, position, withoutKeys(seen, deskId))
  if (!joined.ok) return failed({ of: 'team', failure: joined.failure })
  const { kind } = joined.value
  if (kind === 'not-admitted') {
    const desks = await team.desks()
    return success(whyNotAdmitted(desks.ok ? desks.value : [], deskId))
  }
  if (kind === 'forked') return success({ kind })
  // Events wait in the journal until they are delivered. If the team journal has more, this journal was put back or
  // copied.
  const isAhead = joined.value.position.number > position.number
  if (isAhead && waiting === 0) return success({ kind: 'forked' })
  // Recorded before the position goes back: an interruption in between must not lose the reason.
  const wentBack = joined.value.kind === 'went-back' ? joined.value.missingOf : []
  const from = wentBack.includes(deskId) ? joined.value.position.number : null
  const missing = await missingDesks(ports, seen, wentBack, from)
  if (!missing.ok) return failed({ of: 'journal', failure: missing.failure })
  // SECURITY: with the later position, waiting events would count as delivered unchecked. Their delivery detects
  // whether the team journal has them (the reply was lost) or other events in their place.
  const noted = isAhead ? success(null) : await ports.journal.teamDelivered(joined.value.position)
  if (!noted.ok) return failed({ of: 'journal', failure: noted.failure })
  return success(missing.value.length > 0 ? { kind: 'went-back', missingOf: missing.value } : { kind: 'as-left' })
}

/**
 * The desks of a team whose tables need an upgrade: that prevents only writing, so other desks can still be copied.
 * Null otherwise, and if this desk is not in it: then it is another team's database.
 */
export async function desksOfOlderTables(
  connection: TeamConnection, team: TeamJournalPort, own: DeskId,
): Promise<readonly TeamDesk[] | null> {
  if (connection.kind !== 'unreachable' || connection.problem.code !== 'schema-older') return null
  const desks = await team.desks()
  return desks.ok && desks.value.some(({ deskId, isAdmitted }) => deskId === own && isAdmitted) ? desks.value : null
}

/** The result of one exchange with the team. */
export interface Exchanged extends Delivered {
  /** Events of the other desks since the last exchange, or the first part of them. */
  readonly events: readonly TeamEvent[]
  /** More events wait to be read. */
  readonly more: boolean
  /** Desks whose events were read here and are missing in the database, until people continue. */
  readonly missingOf: readonly DeskId[]
  /** The server's time; null if nothing was read. */
  readonly now: UtcTime | null
  /** Every desk with the end of its chain. */
  readonly desks: readonly TeamDesk[]
  readonly waiting: Waiting
}

/** Desks that may not write until an administrator admits them: the first ones, and the number of the others. */
export interface Waiting {
  readonly listed: readonly WaitingDesk[]
  readonly more: number
}

/** No desk waits. */
export const noneWaits: Waiting = { listed: [], more: 0 }

/** Delivers pending events and reads new events of other desks, one part at a time, as a claim may be waiting. */
export async function exchange(
  ports: Ports, team: TeamJournalPort, { deskId }: Membership,
): Promise<Result<Exchanged, DeliveryFailure>> {
  const { journal } = ports
  const delivered = await deliver(journal, team, { past: true })
  if (!delivered.ok) return delivered
  const delivery = await journal.teamDelivery()
  if (!delivery.ok) return failed({ of: 'journal', failure: delivery.failure })
  if (delivery.value === null) {
    const nothing = { events: [], more: false, missingOf: [], desks: [], now: null, waiting: noneWaits }
    return success({ ...delivered.value, ...nothing })
  }
  const { seen, position } = delivery.value
  const read = await team.feed([...withoutKeys(seen, deskId), { deskId, ...position }])
  if (!read.ok) return failed({ of: 'team', failure: read.failure })
  const { desks, wentBack, more, now } = read.value
  const events = read.value.events.filter((event) => event.deskId !== deskId)
  const missing = wentBack.length === 0 ? success([]) : await missingDesks(ports, seen, wentBack)
  if (!missing.ok) return failed({ of: 'journal', failure: missing.failure })
  const keys = new Map(desks.map((desk) => [desk.deskId, desk.publicKey]))
  const noted = await journal.teamSee({ seen: newestOf(events, keys) })
  if (!noted.ok) return failed({ of: 'journal', failure: noted.failure })
  return success({
    ...delivered.value, events, more: more && events.length > 0, missingOf: missing.value, desks, now,
    waiting: waitingDesks(desks),
  })
}

/** Why a desk may not write: it waits for its admission, or the admission was withdrawn. */
export function whyNotAdmitted(desks: readonly TeamDesk[], own: DeskId): NotAdmitted {
  const isWithdrawn = desks.some((desk) => desk.deskId === own && desk.isWithdrawn)
  return { kind: 'not-admitted', ...isWithdrawn && { isWithdrawn } }
}

function waitingDesks(desks: readonly TeamDesk[]): Waiting {
  const all = desks.filter(({ isAdmitted, isWithdrawn }) => !isAdmitted && !isWithdrawn)
  const listed = all.slice(0, mostWaitingDesks)
    .map(({ deskId, label, login, publicKey }) =>
      ({ deskId, label: withoutDirections(label), login, fingerprint: fingerprintIn(publicKey) }))
  return { listed, more: all.length - listed.length }
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
