/**
 * Desks of one team over one gateway: each with its own history, vault and login, like colleagues at two computers.
 */
import { randomBytes } from 'node:crypto'
import type { MerchantOrderId, ProfileId } from '#shared/brands.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import type { HistoryQuery } from '#shared/model/history/history-list.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../electron/gateway/port.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import type { TeamJournalPort, TeamsPort } from '../../../electron/team/port.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { createTeamSecret } from '../../../electron/vault/team/secret.ts'
import { followed } from '../desk/order-support.ts'
import { endpoint, open, type OpenOptions, type TestDesk } from '../desk/support.ts'
import { lastingStores } from './lasting-stores.ts'
import { admit, passwordOf, type Cluster } from './support.ts'

/** A gateway that is not on any desk's own computer: a team only has such merchants. */
const address = 'https://gate.example'

/** Replacements for calls between a desk and the team's database, to let them fail. */
interface Between {
  /** Replaces a claim; `real` sends it. */
  claim: ((real: TeamJournalPort['claim'], ...args: Parameters<TeamJournalPort['claim']>) => ReturnType<TeamJournalPort['claim']>) | null
  feed: TeamJournalPort['feed'] | null
  /** Replaces a query about an order. */
  order: TeamJournalPort['order'] | null
}

export interface Colleague {
  readonly desk: TestDesk
  readonly profileId: ProfileId
  readonly between: Between
  /** Joins; the desk is admitted directly in the database unless it `waits` for a person. */
  join(user?: string, options?: { readonly waits?: boolean }): Promise<void>
}

export interface Office {
  /** A desk of the merchant; the first one has the gateway. */
  colleague(options?: OpenOptions): Promise<Colleague>
}

/** The keychain of each computer, kept over restarts. */
const keychains = new Map<string, ReturnType<typeof createTeamSecret>>()

/** An office whose desks share a merchant and a gateway: the first desk's own, or the one at `given`. */
export function officeAt(cluster: Cluster, database: string, given = ''): Office {
  let first: TestDesk | null = null
  let origin = given
  return {
    async colleague(options = {}) {
      const between: Between = { claim: null, feed: null, order: null }
      const keychain = keychains.get(options.folder ?? '') ?? createTeamSecret(lastingStores())
      const desk: TestDesk = await open({
        ...options, gateway: gatewayAt(() => origin), teams: teamsThrough(between),
        vault: { ...keychain, ...options.vault },
        // The person agrees to connecting to the team's database.
        system: { confirm: async () => true, ...options.system },
      })
      keychains.set(desk.folder, keychain)
      if (first === null) {
        first = desk
        const started = await desk.sandbox.start()
        if (!started.ok) throw new Error(started.failure.detail)
        if (given === '') origin = started.value.baseUrl
      }
      const draft: ProfileDraft = {
        ...builtInProfile, name: 'Shop', environment: 'staging', gateway: { kind: 'address', baseUrl: address },
      }
      const listed = await desk.call('profiles.list', null)
      const known = listed.profiles.find(({ profile }) => profile.name === 'Shop')?.profile.id
      const id = known ?? (await desk.call('profiles.save', { id: null, draft })).id
      await desk.call('profiles.storeSecret', { id, secret: first.secret })
      return {
        desk, profileId: id, between,
        async join(user = 'anna', { waits = false } = {}) {
          const joined = await desk.call('team.join', {
            address: { host: '127.0.0.1', port: cluster.port, database, user, authorities: '' },
            password: passwordOf(user), label: `Desk of ${user}`,
          })
          if (joined.state !== 'member' || joined.connection.kind !== 'not-admitted' || waits) return
          await admit({ host: '127.0.0.1', port: cluster.port, database }, joined.deskId)
          await desk.call('team.connect', null)
        },
      }
    },
  }
}

/** The form of a charge that the gateway approves. */
export function chargeAt({ profileId }: Colleague, changes: Record<string, string> = {}): ParsedInput<'payments.review'> {
  return {
    profileId, entryPoint: endpoint, operation: 'recurrent-payment',
    values: {
      merchantOrderId: `test-${randomBytes(5).toString('hex')}` as MerchantOrderId, cardReference: '1000001',
      orderDescription: 'Subscription', amount: '10.15', currency: 'USD', customerIpAddress: '203.0.113.9', ...changes,
    },
    confidential: {},
  }
}

export const confirmed = { reason: null, acceptUnverifiedCard: true }

/** Two desks that joined, with one time for both: a test advances the time of a desk. */
export async function annaAndBen(at: ReturnType<typeof officeAt>): Promise<readonly [Colleague, Colleague]> {
  const system = { now: () => Date.now() }
  const [anna, ben] = [await at.colleague({ system }), await at.colleague({ system })]
  await anna.join('anna')
  await ben.join('ben')
  return [anna, ben]
}

/** A charge at a desk, followed to its end. */
export async function soldAt(one: Colleague, changes: Record<string, string>): Promise<Answer> {
  const { intentId } = await one.desk.call('payments.review', chargeAt(one, changes))
  const answer = await one.desk.call('payments.submit', { intentId, ...confirmed })
  await followed(one.desk, answer)
  return answer
}

/** Each desk delivers its events, then reads those of the others. */
export async function meet(...desks: readonly Colleague[]): Promise<void> {
  for (const { desk } of [...desks, ...desks]) await desk.call('team.connect', null)
}

/**
 * An amount that no other test of the team charges: possible duplicates have their own test. The built-in gateway
 * approves it: it declines minor units of 13 and 14.
 */
export const newAmount = (): string => `${1 + randomBytes(2).readUInt16BE()}.${20 + randomBytes(1).readUInt8() % 80}`

/** A query for every entry of a history, of any kind. */
export const everything: HistoryQuery = {
  text: '', view: 'all', states: [], operations: [], profileId: null, before: null, limit: 100,
}

function gatewayAt(origin: () => string): GatewayPort {
  const client = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
  return { ...client, send: (request) => client.send({ ...request, url: request.url.replace(address, origin()) }) }
}

function teamsThrough(between: Between): TeamsPort {
  const teams = createTeams()
  return {
    ...teams,
    open(...opened) {
      const journal = teams.open(...opened)
      return {
        ...journal,
        claim: (...args) => between.claim === null ? journal.claim(...args) : between.claim(journal.claim, ...args),
        feed: (...args) => (between.feed ?? journal.feed)(...args),
        order: (...args) => (between.order ?? journal.order)(...args),
      }
    },
  }
}
