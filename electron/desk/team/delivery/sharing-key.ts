/**
 * Shares the team's key for destinations. One desk creates it and passes it to the desks that it admitted. The vaults
 * exchange it encrypted. The database only carries it, cannot read it, and is not trusted.
 */
import type { DeskId, TeamEventId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { z } from '#shared/model/values/zod.ts'
import { failed, success, type Result } from '#shared/result.ts'
import {
  exchangeKeySchema, givenKeySchema, keyNameSchema, replacesKey, type ExchangeKey, type GivenKey, type KeyEventKind,
  type KeyName,
} from '#shared/team/destination-key.ts'
import { fingerprintIn } from '../../../common/signatures/key-fingerprint.ts'
import { recordIn } from '../../../common/signatures/team-head.ts'
import { utcTime } from '../../../common/processes/time.ts'
import type { TeamDesk, TeamEvent, TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import { deliver, type DeliveryFailure } from './delivery.ts'

type Ports = Pick<Services, 'journal' | 'vault' | 'system' | 'log'>

/** A desk that people here compared and admitted, and that the database still permits to write. */
interface Peer { readonly deskId: DeskId; readonly publicKey: string; readonly fingerprint: string }

/** The valid events of all desks about the key. */
interface KeyEvents {
  readonly exchangeKeys: readonly OfDesk<ExchangeKey>[]
  readonly created: readonly OfDesk<KeyName>[]
  readonly given: readonly OfDesk<GivenKey>[]
}
type OfDesk<Record> = { readonly by: DeskId; readonly number: number; readonly record: Record }

/**
 * The facts that decide about the key. `isOutdated`: an admission was withdrawn here after this desk created its last
 * key.
 */
interface Situation {
  readonly peers: readonly Peer[]
  readonly isOutdated: boolean
  readonly known: KeyEvents
}

/** An event that this desk will append to its chain. */
interface Next { readonly kind: KeyEventKind; readonly record: object }

/**
 * Accepts the key that another desk passed to this one. Creates it if the team has none, or if an admission was
 * withdrawn here. Passes it to each desk that was admitted here and lacks it. Does nothing without a keychain, while
 * the vault is locked, or if the vault reports a damaged key. Call it while nothing is pending.
 */
export async function shareKey(
  ports: Ports, team: TeamJournalPort, self: DeskId,
): Promise<Result<null, DeliveryFailure>> {
  const [desks, events] = [await team.desks(), await team.keyEvents()]
  if (!desks.ok) return failed({ of: 'team', failure: desks.failure })
  if (!events.ok) return failed({ of: 'team', failure: events.failure })
  const statements = await ports.journal.teamDeskStatements()
  if (!statements.ok) return failed({ of: 'journal', failure: statements.failure })
  const peers = peersAmong(desks.value, statements.value)
  // SECURITY: as this desk recorded it; the database could keep a key in use that a withdrawn desk knows.
  const isOutdated = statements.value.some(({ isAdmitted, isBeforeKey }) => !isAdmitted && !isBeforeKey)
  const planned = await plan(ports.vault, self, { peers, isOutdated, known: keyEventsIn(events.value) })
  if (!planned.ok) {
    // No failure of the contact: if a payment needs the key, the vault reports the damage then.
    ports.log('team-key-not-shared', { code: planned.failure.code })
    return success(null)
  }
  for (const { kind, record } of planned.value) {
    const eventId = ports.system.randomHex(16) as TeamEventId
    const at = utcTime(ports.system.now())
    const noted = await ports.journal.teamAppend({ eventId, entryId: null, kind, at, facts: { record } })
    if (!noted.ok) return failed({ of: 'journal', failure: noted.failure })
  }
  if (planned.value.length === 0) return success(null)
  const delivered = await deliver(ports.journal, team, { past: false })
  return delivered.ok ? success(null) : delivered
}

/**
 * SECURITY: only a statement of a person at this desk makes another desk a peer. The database's list can only remove
 * peers: a desk whose admission another desk withdrew receives no key.
 */
function peersAmong(
  desks: readonly TeamDesk[], statements: readonly { deskId: DeskId; fingerprint: string; isAdmitted: boolean }[],
): readonly Peer[] {
  return desks.flatMap(({ deskId, publicKey, isAdmitted }) => {
    const compared = statements.find((one) => one.deskId === deskId && one.isAdmitted)
    const isPeer = isAdmitted && compared !== undefined && fingerprintIn(publicKey) === compared.fingerprint
    return isPeer && publicKey !== null ? [{ deskId, publicKey, fingerprint: compared.fingerprint }] : []
  })
}

async function plan(
  vault: Services['vault'], self: DeskId,
  situation: Situation,
): Promise<Result<readonly Next[], Failure>> {
  const { peers, known } = situation
  const next: Next[] = []
  const exchangeKey = await vault.teamExchangeKey({ deskId: self })
  if (!exchangeKey.ok) return exchangeKey
  if (exchangeKey.value === null) return success(next)
  const { publicKey } = exchangeKey.value
  if (newestOf(known.exchangeKeys, self)?.record.publicKey !== publicKey) {
    next.push({ kind: 'exchange-key', record: exchangeKey.value })
  }
  const accepted = await acceptBestKey(vault, self, peers, known)
  if (!accepted.ok) return accepted
  const created = await createIfNeeded(vault, self, accepted.value, situation)
  if (!created.ok) return created
  if (created.value !== null) next.push({ kind: 'destination-key-made', record: created.value })
  const key = created.value ?? accepted.value
  if (key === null) return success(next)
  for (const peer of peers) {
    const receiver = newestOf(known.exchangeKeys, peer.deskId)
    if (receiver === null || hasKey(receiver, key, known) || wasGiven(self, receiver, key, known)) continue
    const given = await vault.giveDestinationKey({ deskId: self, to: peer, exchangeKey: receiver.record })
    if (!given.ok) return given
    if (given.value !== null) next.push({ kind: 'destination-key-given', record: given.value })
  }
  return success(next)
}

/** Accepts the best key that peers passed to this desk. Returns the key that this desk has then. */
async function acceptBestKey(
  vault: Services['vault'], self: DeskId, peers: readonly Peer[], { given }: KeyEvents,
): Promise<Result<KeyName | null, Failure>> {
  const held = await vault.destinationKey({ deskId: self })
  if (!held.ok) return held
  let best = held.value
  for (const { by, record } of given) {
    const from = peers.find(({ deskId }) => deskId === by)
    if (from === undefined || record.to !== self || !replacesKey(record, best)) continue
    const accepted = await vault.takeDestinationKey({ deskId: self, from, given: record })
    if (!accepted.ok) return accepted
    best = accepted.value ?? best
  }
  return success(best)
}

/**
 * Creates the first key of a team, or a new one after this desk withdrew an admission, as the withdrawn desk knows the
 * current one. If any desk announced a key, trusted or not, this one creates no first key and waits for that one.
 */
async function createIfNeeded(
  vault: Services['vault'], self: DeskId, held: KeyName | null,
  { peers, isOutdated, known: { created, given } }: Situation,
): Promise<Result<KeyName | null, Failure>> {
  const announced = [...created, ...given]
  // The next number is known only after the current key was received.
  const isExpected = held === null && announced.some(({ by }) => peers.some(({ deskId }) => deskId === by))
  if ((held === null && announced.length === 0) || (isOutdated && !isExpected)) {
    return await vault.makeDestinationKey({ deskId: self, number: (held?.number ?? 0) + 1 })
  }
  // Created in an earlier run that ended before its event was recorded; the others must know about it.
  const isAnnounced = announced.some(({ record }) => record.keyId === held?.keyId)
  return success(isAnnounced ? null : held)
}

/** A desk has the key if it announced it, or passed it on, after it published its exchange key. */
function hasKey(receiver: OfDesk<ExchangeKey>, { keyId }: KeyName, { created, given }: KeyEvents): boolean {
  return [...created, ...given].some(({ by, number, record }) =>
    by === receiver.by && number > receiver.number && record.keyId === keyId)
}

function wasGiven(self: DeskId, receiver: OfDesk<ExchangeKey>, { keyId }: KeyName, { given }: KeyEvents): boolean {
  return given.some(({ by, record }) =>
    by === self && record.to === receiver.by && record.keyId === keyId
    && record.exchangeKey === receiver.record.publicKey)
}

function newestOf<Record>(events: readonly OfDesk<Record>[], desk: DeskId): OfDesk<Record> | null {
  return events.filter(({ by }) => by === desk).at(-1) ?? null
}

/** SECURITY: events of other desks are used only if they match their schema. */
function keyEventsIn(events: readonly TeamEvent[]): KeyEvents {
  const of = <Record>(kind: KeyEventKind, schema: z.ZodType<Record>): OfDesk<Record>[] =>
    events.filter((event) => event.kind === kind).flatMap(({ deskId: by, number, facts }) => {
      const record = schema.safeParse(recordIn(facts)).data
      return record === undefined ? [] : [{ by, number, record }]
    })
  return {
    exchangeKeys: of('exchange-key', exchangeKeySchema), created: of('destination-key-made', keyNameSchema),
    given: of('destination-key-given', givenKeySchema),
  }
}
