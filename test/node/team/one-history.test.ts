/** One history of all desks, over the real database, the real files and the built-in gateway. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeskId, EntryId, MerchantOrderId, UtcTime } from '#shared/brands.ts'
import type { HistoryOrder, HistoryQuery } from '#shared/model/history/history-list.ts'
import type { TeamMember } from '#shared/model/team/team-state.ts'
import { success } from '#shared/result.ts'
import { asPayment } from '../desk/order-support.ts'
import { createTeamHeads } from '../../../electron/vault/team/heads.ts'
import { closeAll, endpoint } from '../desk/support.ts'
import { annaAndBen, chargeAt, confirmed, everything, meet, newAmount, officeAt, soldAt, type Colleague } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import { missing, newTeam, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('the history of a desk in a team', () => {
  let cluster: Cluster
  let database: string
  beforeEach(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })

  const both = () => annaAndBen(officeAt(cluster, database))
  const payments = (changes: Partial<HistoryQuery> = {}): HistoryQuery => ({ ...everything, view: 'payments', ...changes })
  const listed = async (one: Colleague, changes: Partial<HistoryQuery> = {}) => {
    const rows = []
    let before: string | null = null
    do {
      const page: { lines: readonly { row: { merchantOrderId: MerchantOrderId | null } }[]; next: string | null } =
        await one.desk.call('history.list', payments({ limit: 2, ...changes, before }))
      rows.push(...page.lines.map(({ row }) => row.merchantOrderId as string))
      before = page.next
    } while (before !== null)
    return rows
  }
  const stateOf = async ({ desk }: Colleague) => await desk.call('team.describe', null) as TeamMember
  const copiesOf = ({ desk }: Colleague) => join(desk.folder, 'other-desks.db')

  /** Four payments in turn, alternating between the desks. */
  async function four(): Promise<readonly [Colleague, Colleague]> {
    const [anna, ben] = await both()
    await soldAt(anna, { merchantOrderId: 'one-a', amount: '30.20' })
    await soldAt(ben, { merchantOrderId: 'two-b', amount: '10.20' })
    await soldAt(anna, { merchantOrderId: 'three-a', amount: '20.20' })
    await soldAt(ben, { merchantOrderId: 'four-b', amount: '40.20' })
    await meet(anna, ben)
    return [anna, ben]
  }

  it('lists the actions of every desk, page by page, in each order, the same at each', async () => {
    const desks = await four()
    const expected: Readonly<Record<HistoryOrder, string[]>> = {
      newest: ['four-b', 'three-a', 'two-b', 'one-a'], oldest: ['one-a', 'two-b', 'three-a', 'four-b'],
      largest: ['four-b', 'one-a', 'three-a', 'two-b'], smallest: ['two-b', 'three-a', 'one-a', 'four-b'],
    }
    for (const one of desks) {
      for (const order of Object.keys(expected) as HistoryOrder[]) {
        expect(await listed(one, { order }), order).toEqual(expected[order])
      }
    }
  })

  it('is filtered by desk, by profile and by text, and added up and counted over all desks', async () => {
    const [, ben] = await four()
    const { desks } = await ben.desk.call('history.choices', null)
    const anna = desks.find(({ label }) => label === 'Desk of anna')!.desk
    expect(await listed(ben, { desks: [anna] })).toEqual(['three-a', 'one-a'])
    expect(await listed(ben, { desks: ['this-desk'] })).toEqual(['four-b', 'two-b'])
    expect(await listed(ben, { desks: ['this-desk', anna] })).toHaveLength(4)
    expect(await listed(ben, { profileId: ben.profileId })).toHaveLength(4)
    expect(await listed(ben, { profileId: ben.desk.profileId })).toEqual([])
    expect(await listed(ben, { text: 'three-a' })).toEqual(['three-a'])
    expect(await listed(ben, { leastAmount: '30.00' })).toEqual(['four-b', 'one-a'])
    const { before: _before, limit: _limit, ...filter } = payments()
    const { sums } = await ben.desk.call('history.totals', { totalsId: 't', filter })
    const amounts = sums.map(({ sentBy, profileId, minorAmount }) => [sentBy, profileId, minorAmount])
    expect(amounts.toSorted()).toEqual([[anna, ben.profileId, '5040'], [null, ben.profileId, '5040']].toSorted())
    expect(await ben.desk.call('history.count', filter)).toEqual({ count: 4, atLeast: false })
  })

  it('is exported with the desk of each entry', async () => {
    const at = officeAt(cluster, database)
    const anna = await at.colleague()
    let written = ''
    const ben = await at.colleague({ system: {
      chooseSaveDestination: async () => ({
        fileName: 'all.csv', write: async (pieces) => { for await (const piece of pieces) written += String(piece) },
      }),
    } })
    await anna.join('anna')
    await ben.join('ben')
    await soldAt(anna, { merchantOrderId: 'export-a', amount: newAmount() })
    await soldAt(ben, { merchantOrderId: 'export-b', amount: newAmount() })
    await meet(anna, ben)
    const { before: _before, limit: _limit, ...filter } = payments()
    expect(await ben.desk.call('history.export', { exportId: 'x', filter, format: 'csv' })).toMatchObject({ entries: 2 })
    const lines = written.split('\n')
    expect(lines[0]).toContain('Desk')
    expect(lines.find((line) => line.includes('export-a'))).toContain('Desk of anna')
    expect(lines.find((line) => line.includes('export-b'))).toContain('Desk of ben')
    const [lineOfFilter = ''] = lines.filter((line) => line.startsWith('Filter'))
    expect(lineOfFilter).toMatch(/^Filter,"Payments; other desks as of \d{4}-/)
    const { desks } = await ben.desk.call('history.choices', null)
    written = ''
    await ben.desk.call('history.export', { exportId: 'y', filter: { ...filter, desks: desks.map(({ desk }) => desk) }, format: 'csv' })
    expect(written).toMatch(/Filter,"Payments; desk: this-desk or Desk of anna; other desks as of /)
  })

  it('shows everything without a connection too, with the time of the copy; a lost copy is read again', async () => {
    const [anna, ben] = await four()
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} CONNECTION LIMIT 0`)
    await sql(cluster, 'postgres', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
    await expect.poll(async () => (await ben.desk.call('team.connect', null) as TeamMember).connection.kind).toBe('unreachable')
    const { copied } = await stateOf(ben)
    expect(copied).toMatchObject({ waiting: 0, stopped: null, contradicted: [] })
    const until = copied.upToDateAt
    expect(await listed(ben)).toHaveLength(4)
    const again = await officeAt(cluster, database).colleague({ folder: await ended(ben) })
    expect((await stateOf(again)).copied.upToDateAt).toBe(until)
    expect(await listed(again)).toHaveLength(4)
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} CONNECTION LIMIT -1`)
    const folder = await ended(again)
    for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, `other-desks.db${ending}`), { force: true })
    const third = await officeAt(cluster, database).colleague({ folder })
    await third.join('ben')
    await third.desk.call('team.connect', null)
    expect(await listed(third)).toHaveLength(4)
    expect(await anna.desk.call('team.verify', null)).toMatchObject({ breaks: [] })
  })
  async function ended({ desk }: Colleague): Promise<string> {
    await desk.end()
    return desk.folder
  }

  it('shows an order with the other desk’s actions; the allowed actions are checked with the team as before', async () => {
    const [anna, ben] = await both()
    const { orderId, merchantOrderId } = await soldAt(anna, { merchantOrderId: 'order-a', amount: '10.15' })
    await meet(anna, ben)
    const key = { profileId: ben.profileId, entryPoint: endpoint, orderId: null, merchantOrderId }
    const page = asPayment(await ben.desk.call('orders.page', key))
    expect(page).toMatchObject({ orderId, merchantOrderId, refunds: { count: 0 } })
    expect(page.entries).toEqual([])
    expect(page.others?.some(({ row }) => row.isCopy === true && row.sentByLabel === 'Desk of anna')).toBe(true)
    expect(await ben.desk.call('history.cardPayments', { entryId: null, cardReference: page.others![0]!.row.cardReference }))
      .toMatchObject({ payments: 1 })
  })

  it('has one card of both desks, with the payments of both', async () => {
    const [anna, ben] = await both()
    await soldAt(anna, { merchantOrderId: 'card-a', amount: '10.15' })
    const { cardReference } = chargeAt(anna, {}).values
    const ofBen = { profileId: ben.profileId, text: cardReference!, limit: 5 }
    expect((await ben.desk.call('cards.list', ofBen)).cards).toEqual([])
    await meet(anna, ben)
    const [copied] = (await ben.desk.call('cards.list', ofBen)).cards
    expect(copied).toMatchObject({ payments: 1, lastPayment: { sentByLabel: 'Desk of anna', isCopy: true } })
    await soldAt(ben, { merchantOrderId: 'card-b', amount: '20.15' })
    const page = await ben.desk.call('cards.page', { profileId: ben.profileId, cardReference: copied!.cardReference })
    expect(page.card).toMatchObject({ payments: 2, lastPayment: { merchantOrderId: 'card-b' } })
    expect(page.payments.map(({ row }) => row.merchantOrderId)).toEqual(['card-b', 'card-a'])
  })

  it('names an equal charge of another desk with a payment', async () => {
    const [anna, ben] = await both()
    const { entryId: ofAnna } = await soldAt(anna, { merchantOrderId: 'equal-a', amount: '33.15' })
    await meet(anna, ben)
    const { intentId } = await ben.desk.call('payments.review', chargeAt(ben, { merchantOrderId: 'equal-b', amount: '33.15' }))
    const { entryId } = await ben.desk.call('payments.submit', {
      intentId, ...confirmed, reason: 'a second order', acceptDuplicateOf: ofAnna,
    })
    const equalTo = async (one: EntryId) => asPayment(await ben.desk.call('orders.page', { entryId: one })).equalCharges
    expect(await equalTo(entryId)).toMatchObject([{ entryId: ofAnna, sentByLabel: 'Desk of anna', isCopy: true }])
    expect(await equalTo(ofAnna)).toMatchObject([{ entryId }])
    const { cardKnown, charges } = await ben.desk.call('history.chargesAround', { entryId: ofAnna })
    expect([cardKnown, charges.map((one) => one.entryId)]).toEqual([true, [entryId, ofAnna]])
  })

  it('shows an entry once that this desk adopted to check it, also after a restart', async () => {
    const [anna, ben] = await both()
    const { intentId } = await anna.desk.call('payments.review', chargeAt(anna, { merchantOrderId: 'taken-over', amount: newAmount() }))
    const { entryId } = await anna.desk.call('payments.submit', { intentId, ...confirmed })
    await meet(anna, ben)
    expect((await ben.desk.call('history.entry', { entryId })).row).toMatchObject({ isCopy: true, sentByLabel: 'Desk of anna' })
    await ben.desk.call('team.adopt', { entryId })
    const { row } = await ben.desk.call('history.entry', { entryId })
    expect(row).toMatchObject({ sentByLabel: 'Desk of anna', state: 'unknown', profileId: ben.profileId })
    expect(row.isCopy).toBeUndefined()
    expect(await listed(ben, { text: 'taken-over' })).toEqual(['taken-over'])
    const again = await officeAt(cluster, database).colleague({ folder: await ended(ben) })
    await again.join('ben')
    expect(await listed(again, { text: 'taken-over' })).toEqual(['taken-over'])
  })

  it('shows this desk’s actions under its former id once: from its own history', async () => {
    const [anna, ben] = await four()
    await ben.desk.call('team.leave', { reason: 'a new key' })
    await ben.join('ben')
    await meet(anna, ben)
    expect((await stateOf(ben)).connection).toEqual({ kind: 'connected' })
    expect(await anna.desk.call('team.verify', null)).toMatchObject({ breaks: [] })
    expect(await listed(ben)).toEqual(['four-b', 'three-a', 'two-b', 'one-a'])
    const { rows } = await ben.desk.call('history.search', payments())
    expect(rows.map(({ isCopy }) => isCopy ?? false)).toEqual([false, true, false, true])
  })

  it('names a desk once that left and joined again, with all its payments', async () => {
    const at = officeAt(cluster, database)
    const keyOfBen = createTeamHeads(lastingStores())
    const anna = await at.colleague({ vault: createTeamHeads(lastingStores()) })
    const ben = await at.colleague({ vault: keyOfBen })
    await anna.join('anna')
    await ben.join('ben')
    await soldAt(ben, { merchantOrderId: 'before-b', amount: newAmount() })
    await meet(anna, ben)
    await ben.desk.call('team.leave', { reason: 'another login' })
    await ben.join('lea')
    await soldAt(ben, { merchantOrderId: 'after-b', amount: newAmount() })
    await meet(anna, ben)
    const { desks } = await anna.desk.call('history.choices', null)
    expect(desks).toMatchObject([{ desk: 'this-desk' }, { label: 'Desk of lea' }])
    expect(await listed(anna, { desks: [desks[1]!.desk] })).toEqual(['after-b', 'before-b'])
    const { rows } = await anna.desk.call('history.search', payments())
    expect(new Set(rows.map(({ sentBy }) => sentBy))).toEqual(new Set([desks[1]!.desk]))
    expect((await anna.desk.call('today.read', { profileId: anna.profileId })).otherDesks?.desks).toMatchObject([{ label: 'Desk of lea' }])
    expect((await ben.desk.call('history.choices', null)).desks).toMatchObject([{ desk: 'this-desk' }, { label: 'Desk of anna' }])
    // A desk that lost its history, but not its key. Each payment has a card lookup.
    const again = await at.colleague({ vault: keyOfBen })
    await again.join('lea')
    await meet(anna, again)
    expect((await again.desk.call('history.choices', null)).desks)
      .toMatchObject([{ desk: 'this-desk', entries: 4 }, { label: 'Desk of anna' }])
    expect(await listed(again, { desks: ['this-desk'] })).toEqual(['after-b', 'before-b'])
  })

  it('loses all of it, including the file, when the desk leaves, with an audit line', async () => {
    const [, ben] = await four()
    expect(existsSync(copiesOf(ben))).toBe(true)
    await ben.desk.call('team.leave', { reason: 'moving on' })
    expect(existsSync(copiesOf(ben))).toBe(false)
    expect(await listed(ben)).toEqual(['four-b', 'two-b'])
    expect((await ben.desk.call('history.choices', null)).desks).toEqual([])
    const { lines } = await ben.desk.call('maintenance.audit', { before: null, limit: 20 })
    expect(lines.map(({ action }) => action)).toContain('copied-logs-deleted')
  })

  it('continues, as does the desk, after an answer that no team database gives', async () => {
    const [, ben] = await four()
    const strange = {
      deskId: 'e'.repeat(32) as DeskId, label: 'Strange', login: 'x', publicKey: null, isAdmitted: true, isWithdrawn: false,
      position: { number: 9, link: '0'.repeat(64) },
    }
    ben.between.feed = async (seen) => {
      if (seen.length === 0) throw new Error('an answer of another form')
      const now = new Date().toISOString() as UtcTime
      return success({ events: [], more: false, wentBack: [], desks: [strange], now })
    }
    expect(await ben.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' }, copied: { waiting: 9 } })
    expect(await listed(ben)).toHaveLength(4)
  })

  it('decides nothing about money: refusals, warnings and requests are the same with the copies and without', async () => {
    const [anna, ben] = await both()
    const order = await soldAt(anna, { merchantOrderId: 'decided', amount: '10.15' })
    await meet(anna, ben)
    const refund = (amount: string) => ({
      profileId: ben.profileId, entryPoint: endpoint, operation: 'return' as const, confidential: {},
      values: { orderId: order.orderId ?? '', merchantOrderId: order.merchantOrderId ?? '', amount, currency: 'USD' },
    })
    const decisions = async (): Promise<unknown[]> => {
      const answers = []
      for (const attempt of [chargeAt(ben, { merchantOrderId: 'decided', amount: '7.77' }), chargeAt(ben, { amount: '10.15' })]) {
        const { intentId } = await ben.desk.call('payments.review', attempt)
        const { code } = await ben.desk.refused('payments.submit', { intentId, ...confirmed })
        answers.push(code)
      }
      answers.push((await ben.desk.call('payments.review', refund('10.15'))).refundsKnownTo)
      answers.push(await ben.desk.refused('payments.review', refund('10.16')))
      return answers
    }
    const withCopies = await decisions()
    expect(withCopies).toEqual([
      'team-taken', 'team-duplicate', 'team', { code: 'not-possible-now', why: 'above-amount' },
    ])
    await ben.desk.endCopies()
    expect((await stateOf(ben)).copied.stopped).toBe('unusable')
    expect(await decisions()).toEqual(withCopies)
    await soldAt(ben, { merchantOrderId: 'still-sends', amount: newAmount() })
    expect(await listed(ben)).toContain('still-sends')
  })
})
