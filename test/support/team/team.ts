// A team for tests and benchmarks: a database with schema and people, and desks that keep their position in their
// chain.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { DeskId, EntryId, MerchantKey, MerchantOrderId, OrderId, TeamEventId, UtcTime } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { PossibleDuplicate, TeamDraft, TeamFacts } from '#shared/model/team/team.ts'
import type { Result } from '#shared/result.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import type {
  ChainPosition, ClaimVerdict, DeskSecret, KnownDesk, Knowledge, Published, TeamFailure, TeamJournalPort, TeamLogin,
} from '../../../electron/team/port.ts'
import { fingerprintIn } from '../../../electron/common/signatures/key-fingerprint.ts'
import { digestOfContent } from '../../../electron/common/signatures/team-link.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { ownerPassword, type Cluster } from './cluster.ts'

export const passwordOf = (user: string): string => user === 'owner' ? ownerPassword : `${user}-of-a-test`
const people = { anna: 'desk', ben: 'desk', lea: 'administrator' } as const
const members = Object.entries(people).map(([user, role]) => ({ user, role }))
/** The merchant of every claim in tests. */
export const merchantKey = 'https://gate.example gw merchant-1' as MerchantKey

/** A new id of 32 hexadecimal digits. */
export const newId = <Id extends string>(): Id => randomBytes(16).toString('hex') as Id

export const at = (): UtcTime => new Date().toISOString() as UtcTime

/** A person's login to a database of a cluster. */
export function loginOf(cluster: Cluster, database: string, user: string, more: Partial<TeamLogin> = {}): TeamLogin {
  return {
    host: '127.0.0.1', port: cluster.port, database, user, authorities: [],
    password: () => Promise.resolve(passwordOf(user)), ...more,
  }
}

/** Runs statements directly in the database, as the owner through the server's socket or as another login. */
export async function sql(
  cluster: Cluster, database: string, statement: string, values: unknown[] = [], user = 'owner',
): Promise<Record<string, unknown>[]> {
  const client = new Client({
    host: user === 'owner' ? cluster.folder : '127.0.0.1', port: cluster.port, user, password: passwordOf(user), database,
    ssl: false,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const result = await client.query<Record<string, unknown>>(statement, values) as unknown
    const last = Array.isArray(result) ? result.at(-1) as { rows: Record<string, unknown>[] } : result
    return (last as { rows: Record<string, unknown>[] }).rows
  } finally {
    await client.end()
  }
}

/** Runs `create` once for each cluster, at the first use. */
function onceFor(create: (cluster: Cluster) => Promise<void>): (cluster: Cluster) => Promise<void> {
  const created = new WeakMap<Cluster, Promise<void>>()
  return (cluster) => {
    const creating = created.get(cluster) ?? create(cluster)
    created.set(cluster, creating)
    return creating
  }
}

const withPeople = onceFor(async (cluster) => {
  for (const name of Object.keys(people)) {
    await sql(cluster, 'postgres', `CREATE ROLE ${name} LOGIN PASSWORD '${passwordOf(name)}'`)
  }
})
const withTemplate = onceFor((cluster) => createTemplate(cluster, 'team_template', false))
const withRehearsal = onceFor((cluster) => createTemplate(cluster, 'rehearsal_template', true))

/** A new database with the schema and its people. */
export async function newTeam(cluster: Cluster): Promise<string> {
  await withTemplate(cluster)
  return await copyOfDatabase(cluster, 'team_template')
}

/** A copy of a database with all its data. Waits for the last connection to it to end. */
export async function copyOfDatabase(cluster: Cluster, database: string): Promise<string> {
  const name = `team_${newId().slice(0, 8)}`
  for (let tries = 1; ; tries += 1) {
    try {
      await sql(cluster, 'postgres', `CREATE DATABASE ${name} TEMPLATE ${database} STRATEGY file_copy`)
      return name
    } catch (error) {
      if (Reflect.get(error as object, 'code') !== '55006' || tries === 100) throw error
      await wait(20)
    }
  }
}

/** A new database with the schema of a rehearsal and the same people. */
export async function newRehearsal(cluster: Cluster): Promise<string> {
  await withRehearsal(cluster)
  return await copyOfDatabase(cluster, 'rehearsal_template')
}

async function createTemplate(cluster: Cluster, name: string, rehearsal: boolean): Promise<void> {
  await withPeople(cluster)
  await sql(cluster, 'postgres', `CREATE DATABASE ${name}`)
  must(await createTeams().install(loginOf(cluster, name, 'owner'), members, { rehearsal }))
}

/** Returns the value, or throws an error with the failure. */
export function must<Value>(result: Result<Value, TeamFailure>): Value {
  if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.technical}: ${result.failure.detail}`)
  return result.value
}

/** The secret of a test desk: the same wherever the desk is opened again. */
export const secretOf = (id: DeskId): DeskSecret => () => Promise.resolve(createHash('sha256').update(`secret of ${id}`).digest())

/** Admits a desk directly in the database, as its owner could: a verification does not accept it. */
export async function admit({ host, port, database }: Pick<TeamLogin, 'host' | 'port' | 'database'>, id: DeskId): Promise<void> {
  const client = new Client({ host, port, database, user: 'owner', password: ownerPassword, ssl: false })
  await client.connect()
  try {
    await client.query(
      `INSERT INTO team_journal.admission (desk_id, fingerprint, admitted, event_id, login, at)
        SELECT desk_id, fingerprint, true, $2, 'owner', now() FROM team_journal.desk WHERE desk_id = $1`, [id, newId()],
    )
  } finally {
    await client.end()
  }
}

/** A desk that keeps the end of its chain. */
export interface TestDesk {
  readonly id: DeskId
  readonly port: TeamJournalPort
  position: ChainPosition
  claim(draft: TeamDraft, deadlineMs?: number): Promise<Result<ClaimVerdict, TeamFailure>>
  publish(...drafts: TeamDraft[]): Promise<Result<Published, TeamFailure>>
}

/** Opens a desk that joined before, at a position of its chain. */
export function openDesk(login: TeamLogin, { id, position }: Pick<TestDesk, 'id' | 'position'>): TestDesk {
  const port = createTeams().open(login, secretOf(id))
  const desk: TestDesk = {
    id, port, position,
    async claim(draft, deadlineMs) {
      const verdict = await port.claim(id, desk.position, draft, deadlineMs)
      if (verdict.ok && verdict.value.kind === 'won') desk.position = verdict.value.position
      return verdict
    },
    async publish(...drafts) {
      const published = await port.publish(id, desk.position, drafts)
      if (published.ok) desk.position = published.value.position
      return published
    },
  }
  return desk
}

/** Joins a team as a person's desk; returns the connected desk. */
export async function joinAs(
  login: TeamLogin,
  { publicKey = null as string | null, id = newId<DeskId>(), isAdmitted = true, label = `Desk of ${login.user}` } = {},
): Promise<TestDesk> {
  const desk = openDesk(login, { id, position: { number: 0, link: firstLink } })
  const self = { deskId: id, label, publicKey, rehearsal: false, at: at() }
  const join = () => desk.port.join(self, desk.position, [])
  const joined = must(await join())
  if (joined.kind === 'not-admitted' && isAdmitted) await admit(login, id)
  desk.position = joined.kind === 'not-admitted' && isAdmitted ? must(await join()).position : joined.position
  return desk
}

export interface Order {
  readonly entryId?: EntryId
  readonly merchantOrderId?: string
  readonly duplicates?: readonly PossibleDuplicate[]
  /** The keyed digest of where the money goes. */
  readonly destination?: string
  readonly facts?: Partial<TeamFacts>
  /** The removable part of the event. */
  readonly content?: object
}

/** A claim that creates an order. */
export function charge({
  entryId = newId<EntryId>(), merchantOrderId = newId(), duplicates = [], destination, facts = {}, content = {},
}: Order = {}): TeamDraft {
  const id = merchantOrderId as MerchantOrderId
  return draft('claim', entryId, {
    claim: { slot: { kind: 'create', merchantKey, id }, duplicates: [...duplicates], ...destination !== undefined && { destination } },
    entry: {
      merchantKey, operation: 'recurrent-payment', who: 'A person', merchantOrderId: id, orderId: null,
      minorAmount: '1015' as never, currency: 'USD',
    },
    ids: [id], state: 'sending', record: intentOf(entryId, id), ...facts,
  }, { ...contentOfIntent, ...content })
}

const contentOfIntent = { askedSerialNumber: null, fields: [], signedText: '', reason: null }

/** The request of a charge as in a desk's own history. */
function intentOf(entryId: EntryId, merchantOrderId: MerchantOrderId): object {
  return {
    kind: 'intent', entryId, at: at(), who: 'A person', profileId: 'shop', profileName: 'Shop', merchantKey,
    environment: 'production', operation: 'recurrent-payment', effect: 'moves-money', createsOrder: true,
    entryPoint: { kind: 'endpoint', id: '1001', currency: 'USD' }, merchantOrderId, orderId: null,
    cardReference: null, minorAmount: '1015', currency: 'USD', enumeratedMinorAmounts: [],
    url: 'https://gate.example/gw', login: 'merchant-1', gatewayAt: null,
    reviewed: { minorAmount: '1015', currency: 'USD' }, releasesHold: false,
  }
}

/** A claim that acts on an order. */
export function refund(orderId: string, entryId = newId<EntryId>()): TeamDraft {
  const id = orderId as OrderId
  return draft('claim', entryId, {
    claim: { slot: { kind: 'follow', merchantKey, id }, duplicates: [] },
    entry: {
      merchantKey, operation: 'return', who: 'A person', merchantOrderId: null, orderId: id, minorAmount: null,
      currency: null,
    },
    ids: [id], state: 'sending',
  }, contentOfIntent)
}

/** The end of an entry, or its state. */
export function outcome(entryId: EntryId | null, state: EntryState, closes = true): TeamDraft {
  return draft('outcome', entryId, closes ? { state, closes: state } : { state }, { reply: `status=${state}` })
}

/** The gateway's reply about an entry, which makes its order final. */
export function answered(entryId: EntryId | null, status: 'approved' | 'declined' | 'filtered'): TeamDraft {
  const record = { kind: 'observation', status, stage: 'sale' }
  return draft('observation', entryId, { state: status, closes: status, record }, { reply: `status=${status}` })
}

/** An event; `content` is its removable part. */
export function draft(
  kind: string, entryId: EntryId | null, facts: TeamFacts, content: object | null = null,
): TeamDraft {
  const eventId = newId<TeamEventId>()
  return { eventId, entryId, kind, at: at(), facts, content: content === null ? null : contentOf(content) }
}

/** A content with its salt and digest, as an event carries it. */
function contentOf(content: object): NonNullable<TeamDraft['content']> {
  const text = { salt: newId(), body: JSON.stringify(content) }
  return { digest: digestOfContent(text), text }
}

/** The knowledge of a person who was in a team with these desks and compared the fingerprints of these keys. */
export function knowing(
  self: DeskId | null, desks: readonly KnownDesk[], compared: readonly KnownDesk[] = desks,
): Knowledge {
  const statements = compared.filter(({ deskId }) => deskId !== self).flatMap(({ deskId, publicKey }) => {
    const fingerprint = fingerprintIn(publicKey)
    return fingerprint === null ? [] : [{ deskId, fingerprint, isAdmitted: true }]
  })
  return { self, desks, statements }
}
