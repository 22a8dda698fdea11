/** What one desk delivers from its own journal, over the real database: in parts, and never before it is stored. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskId, EntryId } from '#shared/brands.ts'
import { failed } from '#shared/result.ts'
import { foreignRecord } from '#shared/team/foreign-records.ts'
import type { TeamDraft } from '#shared/model/team/team.ts'
import { deliver } from '../../../electron/desk/team/delivery/delivery.ts'
import { publishHead } from '../../../electron/desk/team/delivery/publish-head.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { teamFailure } from '../../../electron/team/failure.ts'
import type { TeamJournalPort } from '../../../electron/team/port.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { createTeamHeads } from '../../../electron/vault/team/heads.ts'
import { onTestEnd, openHere, valueOf } from '../journal/with-journal.ts'
import { charge, masked, outcome } from '../journal/samples.ts'
import { lastingStores } from './lasting-stores.ts'
import { admit, at, loginOf, missing, must, newId, newTeam, secretOf, sharedCluster, type Cluster } from './support.ts'

const vault = createTeamHeads(lastingStores())
const system = { now: () => Date.now() }

interface Desk {
  readonly id: DeskId
  readonly journal: JournalPort
  readonly team: TeamJournalPort
}

/** Charges of a merchant of the team, each with a reply of this many characters. */
async function chargeTimes(journal: JournalPort, times: number, replyLength: number): Promise<void> {
  for (let made = 0; made < times; made += 1) {
    const entryId = newId<EntryId>()
    const url = 'https://gate.example/gw/api/v2/make-rebill-sale/2773'
    await valueOf(journal.recordIntent(charge(entryId, {
      entryId, environment: 'staging', url, merchantKey: 'https://gate.example gw shop' as never,
    })))
    await valueOf(journal.recordOutcome(outcome(entryId, { entryId, reply: masked('x'.repeat(replyLength)) })))
  }
}

describe.skipIf(missing !== null)('the outbox of a desk', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })

  async function joined(): Promise<Desk> {
    const [id, journal] = [newId<DeskId>(), openHere().journal]
    const team = createTeams().open(loginOf(cluster, database, 'anna'), secretOf(id))
    onTestEnd(() => team.close())
    const [label, publicKey, joinedAt] = ['Desk', await valueOf(vault.teamHeadKey()), at()]
    await valueOf(journal.teamBegin({ deskId: id, at: joinedAt, label, publicKey, rehearsal: false }))
    const join = async () =>
      must(await team.join({ deskId: id, at: joinedAt, label, publicKey, rehearsal: false }, { number: 0, link: '0'.repeat(64) }, []))
    await join()
    await admit(loginOf(cluster, database, 'anna'), id)
    const { position } = await join()
    await valueOf(journal.teamDelivered(position))
    return { id, journal, team }
  }
  const waiting = async ({ journal }: Pick<Desk, 'journal'>) => (await valueOf(journal.teamWaiting({ limit: 50 })))!

  it('has the keyed digest of a destination, in the claim and in the record of the request', async () => {
    const { journal } = await joined()
    const [entryId, destination] = [newId<EntryId>(), 'ab'.repeat(32)]
    await valueOf(journal.recordIntent(charge(entryId, {
      entryId, environment: 'staging', url: 'https://gate.example/gw/api/v4/payout/2773', destination,
      merchantKey: 'https://gate.example gw shop' as never, operation: 'payout-v4', cardReference: null,
    })))
    await valueOf(journal.recordOutcome(outcome(entryId, { entryId })))
    await valueOf(journal.teamDerive({ limit: 50, past: true }))
    const sent = (await waiting({ journal })).events.find((event) => event.entryId === entryId && event.kind === 'intent')!
    expect(sent.facts).toMatchObject({ claim: { destination }, record: { destination } })
    // A desk that adopts the request compares its own payouts with it.
    const [facts, body] = [JSON.stringify(sent.facts), sent.content!.text!.body]
    expect(foreignRecord('intent', { ...sent, facts, content: { body } })).toMatchObject({ destination })
  })

  it('is delivered in parts that fit a slow line, each event once and in order, with a correct count', async () => {
    const { id, journal, team } = await joined()
    await chargeTimes(journal, 6, 250_000)
    const calls: (readonly TeamDraft[])[] = []
    const listened: TeamJournalPort = {
      ...team,
      publish(deskId, position, drafts) {
        calls.push(drafts)
        return team.publish(deskId, position, drafts)
      },
    }
    expect(await valueOf(deliver(journal, listened, { past: false }))).toMatchObject({ delivered: 12 })
    expect(calls.length).toBeGreaterThan(1)
    for (const drafts of calls) {
      const characters = drafts.map(({ facts, content }) => JSON.stringify({ facts, content }).length)
      expect(characters.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1_000_000)
    }
    const sent = calls.flat().map(({ eventId }) => eventId)
    expect(new Set(sent).size).toBe(12)
    const { events } = must(await team.feed([]))
    const own = events.filter(({ deskId, number }) => deskId === id && number > 1)
    expect(own.map(({ eventId }) => eventId)).toEqual(sent)
    expect((await waiting({ journal })).events).toEqual([])
  })

  it('stores a signed head before it is delivered, so that an end in between leaves no head unknown to the desk', async () => {
    const desk = await joined()
    const { id, journal, team } = desk
    await chargeTimes(journal, 1, 100)
    await valueOf(deliver(journal, team, { past: false }))
    let kept: readonly string[] = []
    const lost: TeamJournalPort = {
      ...team,
      async publish(...args) {
        kept = (await waiting(desk)).events.map(({ kind }) => kind)
        must(await team.publish(...args))
        return failed(teamFailure('connection-lost', { mayHaveHappened: true }))
      },
    }
    const stands = async () => (await valueOf(journal.teamDelivery()))!
    expect(await publishHead({ journal, vault, system } as never, lost, await stands())).toMatchObject({ ok: false })
    expect(kept).toEqual(['head'])

    await valueOf(deliver(journal, team, { past: false }))
    const { number, link } = (await stands()).position
    const heads = must(await team.feed([])).events.filter(({ deskId, kind }) => deskId === id && kind === 'head')
    expect(heads).toMatchObject([{ number, link }])
    expect((await waiting(desk)).events).toEqual([])
  })
})
