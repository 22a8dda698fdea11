/**
 * Shares the team's key for destinations: one desk creates it, and hands it to those that it admitted. The vaults do
 * so among themselves; the database carries what it cannot read, and what it says is not believed.
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

/** A desk that persons here compared and admitted, and that the database still permits to write. */
interface Peer { readonly deskId: DeskId; readonly publicKey: string; readonly fingerprint: string }

/** The events about the key, of every desk, as far as they have their form. */
interface KeyEvents {
  readonly exchangeKeys: readonly Made<ExchangeKey>[]
  readonly made: readonly Made<KeyName>[]
  readonly given: readonly Made<GivenKey>[]
}
type Made<Record> = { readonly by: DeskId; readonly number: number; readonly record: Record }

/** What decides about the key. `isOutdated`: an admission was withdrawn here after this desk made its last key. */
interface Situation {
  readonly peers: readonly Peer[]
  readonly isOutdated: boolean
  readonly known: KeyEvents
}

/** An event that this desk adds to its chain. */
interface Next { readonly kind: KeyEventKind; readonly record: object }

/**
 * Accepts the key where another desk handed it to this one, creates it where the team has none or an admission was
 * withdrawn here, and hands it to each desk that was admitted here and lacks it. Does nothing without a keychain, while
 * the vault is locked, or where it reports a damaged key. Call while nothing is pending.
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
  // SECURITY: as this desk recorded it: the database could keep a key in use that a withdrawn desk knows.
  const isOutdated = statements.value.some(({ isAdmitted, isBeforeKey }) => !isAdmitted && !isBeforeKey)
  const planned = await plan(ports.vault, self, { peers, isOutdated, known: keyEventsIn(events.value) })
  if (!planned.ok) {
    // What cannot be compared is asked about: the vault reports a damaged key where a payment needs it.
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
 * SECURITY: only a statement of a person at this desk makes another desk a peer. The database's list only narrows that
 * down: a desk whose admission another desk withdrew receives nothing.
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
  const taken = await takeOver(vault, self, peers, known)
  if (!taken.ok) return taken
  const made = await makeWhereNeeded(vault, self, taken.value, situation)
  if (!made.ok) return made
  if (made.value !== null) next.push({ kind: 'destination-key-made', record: made.value })
  const key = made.value ?? taken.value
  if (key === null) return success(next)
  for (const peer of peers) {
    const wants = newestOf(known.exchangeKeys, peer.deskId)
    if (wants === null || hasKey(wants, key, known) || wasGiven(self, wants, key, known)) continue
    const given = await vault.giveDestinationKey({ deskId: self, to: peer, exchangeKey: wants.record })
    if (!given.ok) return given
    if (given.value !== null) next.push({ kind: 'destination-key-given', record: given.value })
  }
  return success(next)
}

/** Takes over the best key that peers handed to this desk; returns the one that it has then. */
async function takeOver(
  vault: Services['vault'], self: DeskId, peers: readonly Peer[], { given }: KeyEvents,
): Promise<Result<KeyName | null, Failure>> {
  const held = await vault.destinationKey({ deskId: self })
  if (!held.ok) return held
  let best = held.value
  for (const { by, record } of given) {
    const from = peers.find(({ deskId }) => deskId === by)
    if (from === undefined || record.to !== self || !replacesKey(record, best)) continue
    const taken = await vault.takeDestinationKey({ deskId: self, from, given: record })
    if (!taken.ok) return taken
    best = taken.value ?? best
  }
  return success(best)
}

/**
 * The first key of a team, or another one after this desk withdrew an admission: the withdrawn desk knows the present
 * one. Where any desk says that it has a key, believed or not, this one creates no first key and waits for that one.
 */
async function makeWhereNeeded(
  vault: Services['vault'], self: DeskId, held: KeyName | null, { peers, isOutdated, known: { made, given } }: Situation,
): Promise<Result<KeyName | null, Failure>> {
  const said = [...made, ...given]
  // The next number is known only once the present key was received.
  const isExpected = held === null && said.some(({ by }) => peers.some(({ deskId }) => deskId === by))
  if ((held === null && said.length === 0) || (isOutdated && !isExpected)) {
    return await vault.makeDestinationKey({ deskId: self, number: (held?.number ?? 0) + 1 })
  }
  // Created before, and its event was lost with the end of that run: others must know of it.
  const isAnnounced = said.some(({ record }) => record.keyId === held?.keyId)
  return success(isAnnounced ? null : held)
}

/** A desk that announced the key, or handed it on, after it published its exchange key, has it. */
function hasKey(wants: Made<ExchangeKey>, { keyId }: KeyName, { made, given }: KeyEvents): boolean {
  return [...made, ...given].some(({ by, number, record }) =>
    by === wants.by && number > wants.number && record.keyId === keyId)
}

function wasGiven(self: DeskId, wants: Made<ExchangeKey>, { keyId }: KeyName, { given }: KeyEvents): boolean {
  return given.some(({ by, record }) =>
    by === self && record.to === wants.by && record.exchangeKey === wants.record.publicKey && record.keyId === keyId)
}

function newestOf<Record>(events: readonly Made<Record>[], desk: DeskId): Made<Record> | null {
  return events.filter(({ by }) => by === desk).at(-1) ?? null
}

/** SECURITY: events of other desks are accepted only in their form. */
function keyEventsIn(events: readonly TeamEvent[]): KeyEvents {
  const of = <Record>(kind: KeyEventKind, schema: z.ZodType<Record>): Made<Record>[] =>
    events.filter((event) => event.kind === kind).flatMap(({ deskId: by, number, facts }) => {
      const record = schema.safeParse(recordIn(facts)).data
      return record === undefined ? [] : [{ by, number, record }]
    })
  return {
    exchangeKeys: of('exchange-key', exchangeKeySchema), made: of('destination-key-made', keyNameSchema),
    given: of('destination-key-given', givenKeySchema),
  }
}
