/** One contact with the team: find this desk again, deliver what waits, read what the others did. */
import type { DeskId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SeenOfDesk } from '../../journal/port.ts'
import type { Joined, Membership, TeamEvent, TeamJournalPort } from '../../team/port.ts'
import type { Services } from '../services.ts'
import { deliver, type Delivered, type DeliveryFailure } from './delivery.ts'

type Ports = Pick<Services, 'journal' | 'vault'>

/** How the ends of the chains compare. */
export type Found =
  | { readonly kind: 'as-left' }
  | { readonly kind: 'went-back'; readonly missingOf: readonly DeskId[] }
  | { readonly kind: 'forked' }

/**
 * Finds this desk in the team journal and compares what both remember. The desk's own position becomes that of the team
 * journal, so that what it lacks is delivered again.
 */
export async function findAgain(
  { journal, vault }: Ports, team: TeamJournalPort, { deskId, label }: Membership,
): Promise<Result<Found, DeliveryFailure>> {
  const stands = await journal.teamDelivery()
  if (!stands.ok) return failed({ of: 'journal', failure: stands.failure })
  // SECURITY: a journal that does not remember this desk's chain would tell it otherwise than it was.
  if (stands.value?.deskId !== deskId) return success({ kind: 'forked' })
  const key = await vault.teamHeadKey()
  // Known to the team since this desk joined; a vault that is locked or lost it changes nothing about that.
  const publicKey = key.ok ? key.value : null
  const { joinedAt: at, position, seen } = stands.value
  const joined = await team.join({ deskId, label, publicKey, at }, position, withoutKeys(seen, deskId))
  if (!joined.ok) return failed({ of: 'team', failure: joined.failure })
  if (joined.value.kind === 'forked') return success({ kind: 'forked' })
  const noted = await journal.teamDelivered(joined.value.position)
  return noted.ok ? success(foundBy(joined.value)) : failed({ of: 'journal', failure: noted.failure })
}

function foundBy(joined: Exclude<Joined, { kind: 'forked' }>): Found {
  return joined.kind === 'current' ? { kind: 'as-left' } : { kind: 'went-back', missingOf: joined.missingOf }
}

/** What one exchange brought. */
export interface Exchanged extends Delivered {
  /** What other desks did since the last one. */
  readonly events: readonly TeamEvent[]
  readonly wentBack: readonly DeskId[]
}

/** Delivers what waits, and reads what is new of the other desks. */
export async function exchange(
  { journal }: Ports, team: TeamJournalPort, { deskId }: Membership,
): Promise<Result<Exchanged, DeliveryFailure>> {
  const delivered = await deliver(journal, team, { past: true })
  if (!delivered.ok) return delivered
  const events: TeamEvent[] = []
  const wentBack = new Set<DeskId>()
  for (let isMore = true; isMore;) {
    const stands = await journal.teamDelivery()
    if (!stands.ok) return failed({ of: 'journal', failure: stands.failure })
    if (stands.value === null) break
    const { seen, position } = stands.value
    const fed = await team.feed([...withoutKeys(seen, deskId), { deskId, ...position }])
    if (!fed.ok) return failed({ of: 'team', failure: fed.failure })
    const others = fed.value.events.filter((event) => event.deskId !== deskId)
    events.push(...others)
    for (const back of fed.value.wentBack) wentBack.add(back)
    const keys = new Map(fed.value.desks.map((desk) => [desk.deskId, desk.publicKey]))
    const noted = await journal.teamSee({ seen: newestOf(others, keys) })
    if (!noted.ok) return failed({ of: 'journal', failure: noted.failure })
    isMore = fed.value.more && others.length > 0
  }
  return success({ ...delivered.value, events, wentBack: [...wentBack] })
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

