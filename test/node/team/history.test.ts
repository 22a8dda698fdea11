import { beforeAll, describe, expect, it } from 'vitest'
import type { MerchantKey, MinorUnits } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history.ts'
import type { TeamDraft, TeamPage, TeamQuery } from '../../../electron/team/port.ts'
import {
  charge, deskOf, loginOf, missing, must, newTeam, outcome, sharedCluster, sql, type Cluster, type TestDesk,
} from './support.ts'

interface Known {
  readonly draft: TeamDraft
  readonly state: EntryState
  readonly desk: TestDesk
}

describe.skipIf(missing !== null)('the history of all desks', () => {
  let cluster: Cluster
  let database: string
  let known: Known[]
  const other = 'https://other.example gw merchant-2' as MerchantKey

  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
    const as = (user: string) => deskOf(loginOf(cluster, database, user))
    const [anna, ben] = [await as('anna'), await as('ben')]
    known = []
    for (let at = 0; at < 60; at += 1) {
      const desk = at % 3 === 0 ? ben : anna
      const base = charge({ merchantOrderId: `ORDER-${String(at).padStart(4, '0')}`, body: { words: wordsOf(at) } })
      const entry = {
        ...base.body.entry!, minorAmount: String(1_000 + at % 5) as MinorUnits, currency: at % 2 === 0 ? 'USD' : 'EUR',
        lastFour: String(4_000 + at % 7), merchantKey: at % 4 === 0 ? other : base.body.entry!.merchantKey,
      }
      const draft = { ...base, body: { ...base.body, entry } }
      const state = (['approved', 'declined', 'unknown'] as const)[at % 3]!
      must(await desk.publish(draft, outcome(draft.entryId, state, state !== 'unknown')))
      known.push({ draft, state, desk })
    }
  })
  const wordsOf = (at: number) => `invoice${at} ${at % 2 === 0 ? 'subscription' : 'renewal'} ${at < 3 ? 'legacy' : 'modern'}`
  const reader = async () => (await deskOf(loginOf(cluster, database, 'lea'))).port
  const ask = async (query: TeamQuery, limit = 7) => {
    const port = await reader()
    const rows = []
    let complete = true
    for (let after: string | null = null, pages = 0; pages < 50; pages += 1) {
      const page: TeamPage = must(await port.page(query, after, limit))
      rows.push(...page.rows)
      complete &&= page.complete
      after = page.next
      if (after === null) break
    }
    return { ids: rows.map(({ entryId }) => entryId), rows, complete }
  }

  type Fits = (known: Known, at: number) => boolean
  const questions: readonly (readonly [string, TeamQuery | (() => TeamQuery), Fits])[] = [
    ['nothing in particular', {}, () => true],
    ['a whole id', { id: 'ORDER-0017' }, (_known, at) => at === 17],
    ['the beginning of an id', { id: 'ORDER-001' }, (_known, at) => at >= 10 && at < 20],
    ['an amount', { amounts: ['10.03'] }, (_known, at) => at % 5 === 3],
    ['an amount that no entry has', { amounts: ['10.035'] }, () => false],
    ['one of two amounts', { amounts: ['10.030', '10.04'] }, (_known, at) => at % 5 >= 3],
    ['last four digits', { lastFour: '4002' }, (_known, at) => at % 7 === 2],
    ['amount, currency and last four', { amounts: ['10.01'], currency: 'EUR', lastFour: '4004' },
      (_known, at) => at % 5 === 1 && at % 2 === 1 && at % 7 === 4],
    ['a state', { states: ['unknown'] }, ({ state }) => state === 'unknown'],
    ['a merchant', { merchantKeys: [other] }, (_known, at) => at % 4 === 0],
    ['a desk', () => ({ desks: [known[0]!.desk.id] }), (_known, at) => at % 3 === 0],
    ['a rare word', { words: 'Legacy' }, (_known, at) => at < 3],
    ['two words', { words: 'subscription invoice8' }, (_known, at) => at === 8],
    ['the beginning of an id and a word', { id: 'ORDER-00', words: 'legacy' }, (_known, at) => at < 3],
    ['words and a state', { words: 'renewal', states: ['declined'] }, ({ state }, at) => at % 2 === 1 && state === 'declined'],
    ['a word that nobody wrote', { words: 'absent' }, () => false],
  ]
  it.each(questions)('is found by %s: every entry once, newest first, page by page', async (_what, query, fits) => {
    const expected = known.filter(fits).map(({ draft }) => draft.entryId).toReversed()
    const { ids, complete } = await ask(typeof query === 'function' ? query() : query)
    expect(ids).toEqual(expected)
    expect(complete).toBe(true)
  })

  it('is found by an amount as each currency writes it, of all currencies unless one is given', async () => {
    const desk = await deskOf(loginOf(cluster, await newTeam(cluster), 'anna'))
    for (const currency of ['JPY', 'USD', 'KWD', 'CLF']) {
      // 64,100 minor units: 64100, 641.00, 64.100 and 6.4100.
      const base = charge()
      const entry = { ...base.body.entry!, minorAmount: '64100' as MinorUnits, currency }
      must(await desk.publish({ ...base, body: { ...base.body, entry } }))
    }
    const found = async (query: TeamQuery) =>
      must(await desk.port.page(query, null, 10)).rows.map(({ currency }) => currency).toSorted()
    expect(await found({ amounts: ['64100'] })).toEqual(['JPY'])
    expect(await found({ id: '64100' })).toEqual(['JPY'])
    expect(await found({ amounts: ['641'] })).toEqual(['USD'])
    expect(await found({ amounts: ['64.1'] })).toEqual(['KWD'])
    expect(await found({ amounts: ['6.41', '64.100'] })).toEqual(['CLF', 'KWD'])
    expect(await found({ amounts: ['641.00'], currency: 'KWD' })).toEqual([])
    expect(await found({ amounts: ['64.10'], currency: 'KWD' })).toEqual(['KWD'])
  })

  it('has each entry with its person, desk and newest state', async () => {
    const { rows: [row] } = await ask({ id: 'ORDER-0021' })
    expect(row).toMatchObject({
      who: 'A person', login: 'ben', deskLabel: 'Desk of ben', state: 'approved', minorAmount: '1001', currency: 'EUR',
      lastFour: '4000', merchantOrderId: 'ORDER-0021', operation: 'recurrent-payment',
    })
  })

  it('is narrowed by the time that the server received it', async () => {
    const { rows } = await ask({ id: 'ORDER-003' })
    const [newest, oldest] = [rows[0]!.at, rows.at(-1)!.at]
    expect((await ask({ id: 'ORDER-003', from: oldest })).ids).toHaveLength(10)
    expect((await ask({ id: 'ORDER-003', before: oldest })).ids).toEqual([])
    expect((await ask({ from: newest })).ids.length).toBeGreaterThan(0)
  })

  it('says that it stopped where one answer would cost too much, and finds words of long ago', async () => {
    await sql(cluster, database, `SET session_replication_role = replica;
      INSERT INTO team_journal.entry (entry_id, merchant_key, operation, who, desk_id, login, at)
        SELECT md5('many' || i), 'm', 'status', 'x', repeat('0', 32), 'anna', now() + i * interval '1 ms' FROM generate_series(1, 25000) i;
      INSERT INTO team_journal.ident SELECT 'MANY-' || i, now() + i * interval '1 ms', md5('many' || i) FROM generate_series(1, 25000) i;
      INSERT INTO team_journal.words (event_id, desk_id, entry_id, at, words) SELECT md5('e' || i), repeat('0', 32), md5('many' || i),
        now() + i * interval '1 ms', 'common' FROM generate_series(1, 25000) i;
      INSERT INTO team_journal.desk VALUES (repeat('0', 32), 'anna', 'Many', NULL)`)
    const page = must(await (await reader()).page({ id: 'MANY-' }, null, 10))
    expect([page.rows.length, page.complete]).toEqual([10, false])
    // None of the ids that were looked at is of such an entry: one that was not looked at may be.
    const narrowed = must(await (await reader()).page({ id: 'MANY-', lastFour: '4002' }, null, 10))
    expect([narrowed.rows.length, narrowed.complete]).toEqual([0, false])
    expect((await ask({ words: 'legacy' })).ids).toEqual(known.slice(0, 3).map(({ draft }) => draft.entryId).toReversed())
    expect(await ask({ states: ['declined'] }, 50)).toMatchObject({ complete: true, ids: { length: 20 } })
    const walked = await ask({ currency: 'USD' }, 50)
    expect([walked.ids.length, walked.complete]).toEqual([30, false])
    await sql(cluster, database, `SET session_replication_role = replica; DELETE FROM team_journal.entry WHERE merchant_key = 'm';
      DELETE FROM team_journal.ident WHERE value LIKE 'MANY-%'; DELETE FROM team_journal.words WHERE words = 'common'`)
  })

  it('tells of an order everything that any desk recorded', async () => {
    const [first] = known
    const { entry, claim } = first!.draft.body
    const found = must(await (await reader()).order(entry!.merchantKey, [claim!.slot.id]))
    expect(found.map(({ entryId }) => entryId)).toEqual([first!.draft.entryId])
    expect(must(await (await reader()).order('another' as MerchantKey, [claim!.slot.id]))).toEqual([])
  })
})
