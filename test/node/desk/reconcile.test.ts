/** A statement compared with the real journal. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { CallOutput } from '#shared/ipc/contract.ts'
import type { ReconcileResult, Statement } from '#shared/model/payments/reconcile.ts'
import { success } from '#shared/result.ts'
import { savingTexts } from '../../support/fixtures/system.ts'
import { actionForm, followed, sell } from './order-support.ts'
import { closeAll, open, type OpenOptions, type TestDesk } from './support.ts'

afterEach(closeAll)

const today = new Date().toISOString().slice(0, 10)
const cardNumber = '4111111111111111'

async function opened(desk: TestDesk, text: string): Promise<Statement> {
  const { activeId: profileId } = await desk.call('profiles.list', null)
  return await desk.call('reconcile.openDropped', { profileId, fileName: '20261101-20261130.csv', bytes: Buffer.from(text).toString('base64') })
}

async function compared(desk: TestDesk, text: string, changes: Partial<Statement['reading']> = {}): Promise<ReconcileResult> {
  const { statementId, reading } = await opened(desk, text)
  const done = await desk.call('reconcile.run', {
    statementId, profileId: desk.profileId, reading: { ...reading, ...changes }, period: null,
  })
  if (done.kind !== 'done') expect.fail(done.problem)
  return done.result
}

type Rows = CallOutput<'reconcile.rows'>['rows']
const rows = async (desk: TestDesk, { resultId }: Pick<ReconcileResult, 'resultId'>, list: 'matched' | 'different' | 'suggested' | 'onlyStatement' | 'onlyHistory'): Promise<Rows> =>
  (await desk.call('reconcile.rows', { resultId, list, from: 0, count: 100 })).rows

/** Four payments and a refund, with a statement that lacks one, differs in one, and has an unknown line. */
async function withStatement(options: OpenOptions = {}) {
  const desk = await open(options)
  const [right, other, suggested, missing] = [
    await sell(desk), await sell(desk, { amount: '20.00' }), await sell(desk, { amount: '30.00' }), await sell(desk, { amount: '40.00' }),
  ]
  const review = await desk.call('payments.review', actionForm(desk, right, 'return', { amount: '4.00', currency: 'USD', comment: 'broken' }))
  await followed(desk, await desk.call('payments.submit', { intentId: review.intentId, reason: null, acceptUnverifiedCard: false }))
  const [{ lastFour }] = [(await desk.call('history.entry', { entryId: suggested.answer.entryId })).row]
  const statement = [
    'Date;Type;Order ID;Invoice;Card;Amount;Currency;Fee',
    `${today};Sale;${right.orderId};;;10,15;USD;0,30`,
    `${today};Refund;${right.orderId};;;4,00;USD;`,
    `${today};Sale;;${other.merchantOrderId};;21,00;USD;`,
    `${today};Sale;;;411111******${lastFour};30,00;USD;`,
    `${today};Sale;999999;${cardNumber};;5,00;EUR;`,
  ].join('\r\n')
  return { desk, right, other, suggested, missing, statement }
}

describe('a statement', () => {
  it('is compared with the history: each line with its rule, and the entries of only one side', async () => {
    const { desk, right, missing, statement } = await withStatement()
    const result = await compared(desk, statement)
    expect(result.lines).toBe(6)
    expect(result.lists).toEqual({ matched: 3, different: 1, suggested: 1, onlyStatement: 1, onlyHistory: 1 })
    expect((await rows(desk, result, 'matched')).map(({ rule, line, entries: [entry] }) => [rule, line?.kind, line?.amount, entry?.orderId]))
      .toEqual([
        ['orderId', 'payment', '10.15', right.orderId], ['orderId', 'fee', '-0.30', right.orderId],
        ['orderId', 'refund', '-4.00', right.orderId],
      ])
    expect(await rows(desk, result, 'different')).toMatchObject([{ rule: 'merchantOrderId', differences: ['amount'], line: { amount: '21.00' }, entries: [{ amount: '20.00' }] }])
    expect(await rows(desk, result, 'suggested')).toMatchObject([{ rule: 'lastFour', entries: [{ amount: '30.00' }] }])
    expect(await rows(desk, result, 'onlyHistory')).toMatchObject([{ line: null, entries: [{ orderId: missing.orderId, amount: '40.00' }] }])
    const usd = result.sums.filter(({ currency }) => currency === 'USD')
    const total = (name: 'stated' | 'moved') => usd.reduce((sum, { [name]: amount }) => sum + Math.round(Number(amount) * 100), 0)
    expect([total('stated'), total('moved')]).toEqual([5_685, 9_615])
  })

  it('may have separate columns for credits and debits, and days with two-digit years', async () => {
    const { desk, right, other } = await withStatement()
    const [year, month, day] = today.split('-')
    const written = `${day}/${month}/${year?.slice(2)}`
    const result = await compared(desk, [
      'Date;Order ID;Debit;Credit;Currency', `${written};${right.orderId};;10,15;USD`, `${written};${right.orderId};4,00;0,00;USD`,
      `${written};${other.orderId};;20,00;USD`,
    ].join('\n'), { dayOrder: 'day-first' })
    expect(result.period).toEqual({ first: today, last: today })
    expect((await rows(desk, result, 'matched')).map(({ line }) => [line?.kind, line?.amount]))
      .toEqual([['payment', '10.15'], ['refund', '-4.00'], ['payment', '20.00']])
  })

  it('with a card number has it masked on the screen, and none of it is stored', async () => {
    const { desk, statement } = await withStatement()
    const result = await compared(desk, statement)
    const [line] = await rows(desk, result, 'onlyStatement')
    expect(line?.line?.ids).toEqual({ orderId: '999999', merchantOrderId: '411111XXXXXX1111' })
    const folder = join(desk.folder, 'reconcile')
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name))
      expect((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()).not.toContain(cardNumber)
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    }
  })

  it('keeps a person’s decisions with their reasons, also after a restart', async () => {
    const { desk, missing, statement } = await withStatement()
    const result = await compared(desk, statement)
    const { resultId } = result
    const [suggestion] = await rows(desk, result, 'suggested')
    const [unknown] = await rows(desk, result, 'onlyStatement')
    const decide = async (place: number, decision: Parameters<TestDesk['calls']['reconcile.decide']>[0]['decision']) =>
      await desk.call('reconcile.decide', { resultId, place, decision })
    await decide(suggestion!.place!, { kind: 'accept', reason: '' })
    expect(await decide(unknown!.place!, { kind: 'match', id: 'nothing', reason: 'seen' })).toEqual({ kind: 'problem', problem: 'no-entry' })
    await decide(unknown!.place!, { kind: 'match', id: missing.merchantOrderId, reason: 'the bank confirmed it' })
    expect(await decide(unknown!.place!, { kind: 'match', id: missing.merchantOrderId, reason: 'again' })).toEqual({ kind: 'problem', problem: 'already-matched' })
    await desk.end()
    const again = await open({ folder: desk.folder })
    expect(await again.call('reconcile.results', { profileId: desk.profileId })).toMatchObject([
      { resultId, fileName: '20261101-20261130.csv', lists: { matched: 4, different: 2, suggested: 0, onlyStatement: 0, onlyHistory: 0 } },
    ])
    await again.call('reconcile.open', { resultId })
    const [, byHand] = await rows(again, result, 'different')
    expect(byHand).toMatchObject({
      rule: 'hand', differences: ['amount', 'currency'], decision: { kind: 'match', reason: 'the bank confirmed it' },
      entries: [{ orderId: missing.orderId }],
    })
    await again.call('reconcile.decide', { resultId, place: byHand!.place!, decision: { kind: 'undo', reason: 'another order' } })
    expect(await again.call('reconcile.open', { resultId })).toMatchObject({ lists: { onlyStatement: 1, onlyHistory: 1 } })
    await again.call('reconcile.remove', { resultId })
    expect(await again.refused('reconcile.open', { resultId })).toEqual({ code: 'no-such-result' })
    expect(existsSync(join(desk.folder, 'reconcile', `${resultId}.json.gz`))).toBe(false)
  })

  it('has a stored list that is accepted only unchanged: a changed one cannot remove other files', async () => {
    const { desk, statement } = await withStatement()
    await compared(desk, statement)
    const [index, victim] = [join(desk.folder, 'reconcile', 'results.json'), join(desk.folder, 'backup.json.gz')]
    const { results, sources } = JSON.parse(readFileSync(index, 'utf8')) as { results: object[]; sources: object[] }
    const old = { ...results[0], resultId: '../backup', at: '2020-01-01T00:00:00.000Z' }
    writeFileSync(index, JSON.stringify({ results: [...results, old], sources }))
    writeFileSync(victim, '')
    const { resultId } = await compared(desk, statement)
    expect(await desk.call('reconcile.results', { profileId: desk.profileId })).toMatchObject([{ resultId }])
    expect(existsSync(victim)).toBe(true)
  })

  it('finds the order of a payment before the period, and reads the same source in the same way again', async () => {
    const desk = await open()
    const { orderId } = await sell(desk)
    await desk.clock.pass(20 * 86_400_000)
    const day = new Date(desk.clock.now()).toISOString().slice(0, 10)
    const text = `Booked,What,Number,Sum\n${day},Chargeback,${orderId},10.15\n`
    const { reading, isKept } = await opened(desk, text)
    expect([reading.meanings, isKept]).toEqual([[null, null, null, 'amount'], false])
    const result = await compared(desk, text, { meanings: ['day', 'type', 'orderId', 'amount'], currency: 'USD' })
    expect(await rows(desk, result, 'matched')).toMatchObject([{ line: { kind: 'chargeback', amount: '-10.15' }, rule: 'orderId', entries: [{ orderId }] }])
    expect(await opened(desk, text)).toMatchObject({ isKept: true, reading: { meanings: ['day', 'type', 'orderId', 'amount'], currency: 'USD' } })
  })

  it('is compared once if two comparisons begin at the same moment: the second replaces the first', async () => {
    const { desk, statement } = await withStatement()
    const alone = await compared(desk, statement)
    const { statementId, reading } = await opened(desk, statement)
    const run = { statementId, profileId: desk.profileId, reading, period: null }
    const [first, second] = await Promise.all([desk.refused('reconcile.run', run), desk.call('reconcile.run', run)])
    expect(first).toEqual({ code: 'cancelled' })
    expect(second).toMatchObject({ kind: 'done', result: { lists: alone.lists, sums: alone.sums } })
  })

  it('may use words that every object has as properties', async () => {
    const desk = await open()
    const lines = ['constructor', 'toString', '__proto__'].map((word) => `${today},${word},1,1.00,USD`)
    const result = await compared(desk, ['Date,Type,Order ID,Amount,Currency', ...lines].join('\n'))
    expect((await rows(desk, result, 'onlyStatement')).map(({ line }) => line?.kind)).toEqual(['payment', 'payment', 'payment'])
  })

  it('requires a person’s choice if the columns are ambiguous', async () => {
    const desk = await open()
    const problemOf = async (text: string, changes: Partial<Statement['reading']> = {}) => {
      const { statementId, reading } = await opened(desk, text)
      const answer = await desk.call('reconcile.run', { statementId, profileId: desk.profileId, reading: { ...reading, ...changes }, period: null })
      return answer.kind === 'problem' ? answer.problem : answer.result
    }
    expect(await problemOf('a,b\n1,2\n')).toBe('no-amount')
    expect(await problemOf('Amount,Currency\n1.00,USD\n')).toBe('no-id')
    expect(await problemOf('Order ID,Amount\n1,1.00\n')).toBe('no-currency')
    expect(await problemOf('Order ID,Amount,Currency\n1,1.00,USD\n')).toBe('no-days')
    expect(await problemOf('Order ID,Amount,Currency,Date\n1,much,USD,2026-11-01\n')).toBe('amounts-unreadable')
    expect(await problemOf('Order ID,Amount,Currency,Date\n1,1.00,USD,soon\n')).toBe('days-unreadable')
    expect(await problemOf('Order ID,Amount,Currency,Date\n1,1.00,USD,2020-11-01\n2,1.00,USD,2026-11-01\n')).toBe('period-too-long')
    expect(await opened(desk, 'Order ID,Amount,Date\n1,"1,234",04/05/2026\n')).toMatchObject({
      separators: ['point', 'comma'], dayOrders: ['day-first', 'month-first'],
    })
  })

  it('is refused if it is not a statement, and nothing is stored', async () => {
    const bytes = new Uint8Array(Buffer.from('\u0000\u0001\u0002\u0000binary\u0000'))
    const desk = await open({ system: { chooseTable: async () => success({ fileName: 'x.csv', bytes }) } })
    expect(await desk.refused('reconcile.openFile', { profileId: desk.profileId })).toMatchObject({ code: 'table-refused', why: 'binary' })
    const dropped = async (text: string) => await desk.refused('reconcile.openDropped', {
      profileId: desk.profileId, fileName: 'x.csv', bytes: Buffer.from(text).toString('base64'),
    })
    expect(await dropped('')).toMatchObject({ why: 'empty' })
    expect(await dropped(`Card number,Amount\n${`${cardNumber},1.00\n`.repeat(3)}`)).toMatchObject({ why: 'holds-card-numbers' })
    expect(await desk.refused('reconcile.columns', { statementId: '0'.repeat(32), meanings: [] })).toEqual({ code: 'statement-gone' })
    expect(existsSync(join(desk.folder, 'reconcile'))).toBe(false)
  })

  it('is saved with every list and the sums, protected against formulas', async () => {
    const files: [name: string, text: string][] = []
    const chooseSaveDestination = savingTexts((...file) => { files.push(file) })
    const { desk, statement } = await withStatement({ system: { chooseSaveDestination } })
    const { resultId } = await compared(desk, statement.replace(';999999;', ';=1+1;'))
    await desk.call('reconcile.save', { resultId, format: 'csv' })
    await desk.call('reconcile.save', { resultId, format: 'xlsx' })
    expect(files.map(([name]) => name)).toEqual([`statement-${today}.csv`, `statement-${today}.xlsx`])
    const [[, csv]] = files as [[string, string]]
    expect(csv).toContain('\r\nOnly in the statement,6,payment,Sale,')
    expect(csv).toContain(",'=1+1,411111XXXXXX1111,")
    expect(csv).toMatch(/\r\nUSD,payment,Different,1,21\.00,1,20\.00,/)
    expect(csv).not.toContain(cardNumber)
  })

  it('shows in each file why no sum includes an amount, as the page does', async () => {
    const files: string[] = []
    const desk = await open({ system: {
      chooseSaveDestination: savingTexts((_name, text) => { files.push(text) }),
      printing: { pdf: async ({ html }) => Buffer.from(html), print: async () => true },
    } })
    const { resultId, sums } = await compared(desk, [
      'Date,Type,Status,Order ID,Amount,Currency',
      `${today},Sale,Declined,77,50.00,USD`, `${today},Sale,Pending,78,60.00,USD`, `${today},Sale,,79,7x.00,USD`, `${today},Sale,,80,8.00,USD`,
    ].join('\n'))
    expect(sums).toMatchObject([{ list: 'onlyStatement', lines: 4, stated: '8.00' }])
    for (const format of ['csv', 'pdf'] as const) await desk.call('reconcile.save', { resultId, format })
    for (const file of files) {
      for (const why of ['no money moved', 'still open', 'not readable: 7x.00', '1 of the statement, in no sum', 'without declined and open']) {
        expect(file).toContain(why)
      }
    }
  })

  it('is saved with every payment of a settlement, not only with the first ones', async () => {
    const files: string[] = []
    const desk = await open({ system: { chooseSaveDestination: savingTexts((_name, text) => { files.push(text) }) } })
    const sales = []
    for (let count = 0; count < 7; count += 1) sales.push(await sell(desk, { amount: '10.00' }))
    const { resultId, lists } = await compared(desk, `Date,Type,Order ID,Amount,Currency\n${today},Settlement,,70.00,USD\n`)
    expect(lists.suggested).toBe(1)
    await desk.call('reconcile.save', { resultId, format: 'csv' })
    for (const { orderId, merchantOrderId } of sales) {
      expect(files[0]).toContain(orderId)
      expect(files[0]).toContain(merchantOrderId)
    }
  })
})
