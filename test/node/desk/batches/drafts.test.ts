import { afterEach, describe, expect, it } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import type { ParsedInput } from '#shared/ipc/contract.ts'
import type { Draft, DraftRowState } from '#shared/model/payments/batch.ts'
import { savingTexts } from '../../../support/fixtures/system.ts'
import { charges } from '../../../support/fixtures/batch-rows.ts'
import { sell } from '../order-support.ts'
import { charge, chargeForm, closeAll, endpoint, open, type TestDesk } from '../support.ts'
import { changeProfile, passUntil, startBatch } from './support.ts'

afterEach(closeAll)

const head = 'client_orderid,Card reference id,Amount,Currency,Order description,Customer IP address'
const csv = (...lines: readonly string[]): string => [head, ...lines].join('\n')

function line(id: string, card = '1000001', amount = '10.15'): string {
  return `${id},${card},${amount},USD,Subscription,203.0.113.9`
}

function at(desk: TestDesk) {
  return { profileId: desk.profileId, entryPoint: endpoint, operation: 'recurrent-payment' as const }
}

async function openText(desk: TestDesk, text: string): Promise<Draft> {
  return await desk.call('batches.openText', { ...at(desk), text })
}

/** The rows in the order of the table; the check shows those with problems first. */
async function rows(desk: TestDesk, { draftId }: Pick<Draft, 'draftId'>, show: 'all' | DraftRowState = 'all') {
  const found = await desk.call('batches.draftRows', { draftId, show, from: 0, count: 200 })
  return found.rows.toSorted((one, other) => one.row - other.row)
}

async function statesOf(desk: TestDesk, draft: Pick<Draft, 'draftId'>): Promise<string[]> {
  return (await rows(desk, draft)).map(({ state, earlier }) => (earlier === null ? state : `${state} ${earlier.kind}`))
}

describe('a draft', () => {
  it('recognises columns by wire name and label, and checks every row by the catalogue', async () => {
    const desk = await open()
    const draft = await openText(desk, csv(line('a-1'), line('a-2', '1000002', '0'), line('a-3', '1000003', '10.155')))
    expect(draft.columns.map(({ meaning, recognisedBy }) => `${meaning} ${recognisedBy}`)).toEqual([
      'merchantOrderId wire-name', 'cardReference label', 'amount wire-name', 'currency wire-name',
      'orderDescription label', 'customerIpAddress label',
    ])
    expect(draft).toMatchObject({ isChecked: true, missing: [], decimals: null, rows: 3 })
    expect(draft.states.ready).toMatchObject({ rows: 1, sums: [{ currency: 'USD', minorAmount: '1015' }] })
    const problems = await rows(desk, draft, 'problem')
    expect(problems.map((row) => [row.line, row.problems])).toMatchObject([
      [3, [{ field: 'amount', code: 'amount-zero' }]], [4, [{ field: 'amount', code: 'amount-decimals' }]],
    ])
  })

  it('with two columns of the same meaning is checked once a person chose one', async () => {
    const desk = await open()
    const twice = (name: string, cells: string) => `${head},${name}\n${line('a-1')},${cells}`
    const { draftId, ...draft } = await openText(desk, twice('Amount', '2.00'))
    expect(draft).toMatchObject({ isChecked: false, missing: ['amount'] })
    const columns = draft.columns.map(({ meaning }) => meaning)
    const unchanged = { draftId, columns, decimals: null, defaults: {}, periodLabel: null }
    expect(await desk.call('batches.mapColumns', unchanged)).toMatchObject({ isChecked: false, missing: ['amount'] })
    const chosen = await desk.call('batches.mapColumns', { ...unchanged, columns: [...columns.slice(0, -1), 'amount'] })
    expect(chosen).toMatchObject({ isChecked: true, missing: [], states: { ready: { rows: 1, sums: [{ minorAmount: '200' }] } } })
    expect(await openText(desk, twice('Card reference id', '1000002'))).toMatchObject({ isChecked: false, missing: ['cardReference'] })
  })

  it('of refunds with two columns of amounts does not become one of full refunds', async () => {
    const desk = await open()
    const { orderId, merchantOrderId } = await sell(desk)
    const text = `orderid,client_orderid,comment,Amount,Sum\n${orderId},${merchantOrderId},faulty,1.00,2.00`
    expect(await desk.call('batches.openText', { ...at(desk), operation: 'return', text }))
      .toMatchObject({ isChecked: false, missing: ['amount'] })
  })

  it('excludes requests that were sent before, and names duplicates in the table and in the history', async () => {
    const desk = await open()
    await charge(desk, { merchantOrderId: 'sent-1', cardReference: '1000001' })
    const draft = await openText(desk, csv(
      line('sent-1', '1000002'), line('new-1', '1000001'), line('new-2', '1000003'), line('new-2', '1000004'), line('new-3', '1000003'),
    ))
    expect(await statesOf(desk, draft)).toEqual([
      'done-before merchant-order-id-used', 'duplicate equal-payment', 'ready', 'duplicate same-id', 'duplicate row',
    ])
    // Two orders with one id can never both be sent.
    const reason = 'two subscriptions of one customer'
    expect(await desk.refused('batches.acceptDuplicate', { draftId: draft.draftId, row: 3, reason })).toEqual({ code: 'draft-changed' })
    const accepted = await desk.call('batches.acceptDuplicate', { draftId: draft.draftId, row: 4, reason })
    expect(accepted.states.ready.rows).toBe(2)
  })

  it('accepts only the possible duplicate that a person saw, and asks again for another one', async () => {
    const desk = await open()
    await charge(desk, { merchantOrderId: 'paid' })
    const { draftId } = await openText(desk, csv(line('a-1', '1000001', '20.00'), line('a-2')))
    const states = () => statesOf(desk, { draftId })
    expect(await states()).toEqual(['ready', 'duplicate equal-payment'])
    await desk.call('batches.acceptDuplicate', { draftId, row: 1, reason: 'Two seats' })
    expect(await states()).toEqual(['ready', 'ready equal-payment'])
    // Now both rows are the same payment, which no person has accepted.
    await desk.call('batches.editCell', { draftId, row: 0, field: 'amount', value: '10.15' })
    expect(await states()).toEqual(['duplicate equal-payment', 'duplicate row'])
    await desk.call('batches.acceptDuplicate', { draftId, row: 1, reason: 'Three seats' })
    expect(await states()).toEqual(['duplicate equal-payment', 'ready row'])
    await desk.call('batches.leaveOut', { draftId, rows: [0], out: true })
    expect(await states()).toEqual(['left-out equal-payment', 'duplicate equal-payment'])
  })

  it('asks for the decimal separator if two are possible, and uses the answer for the whole column', async () => {
    const desk = await open()
    const text = `${head.replaceAll(',', ';')}\n${line('a', '1000001', '1,234').replaceAll(/,(?!234)/g, ';')}`
    const draft = await openText(desk, text)
    expect(draft).toMatchObject({ decimals: 'unclear', isChecked: false })
    const mapped = await desk.call('batches.mapColumns', {
      draftId: draft.draftId, columns: draft.columns.map(({ meaning }) => meaning), decimals: 'point', defaults: {}, periodLabel: null,
    })
    expect(mapped.states.ready.sums).toMatchObject([{ minorAmount: '123400' }])
  })

  it('reads a typed amount with a point, even if the same text in the file means another amount', async () => {
    const desk = await open()
    const written = [head, line('a-1', '1000001', '1.234'), line('a-2', '1000002', '2,50')].join('\n').replace(/,(?!50)/g, ';')
    const { draftId } = await openText(desk, written)
    const amounts = async () => (await rows(desk, { draftId }))
      .map(({ values, problems }) => problems[0]?.code ?? values.amount)
    expect(await amounts()).toEqual(['1234', '2.50'])
    await desk.call('batches.editCell', { draftId, row: 0, field: 'amount', value: '1.234' })
    expect(await amounts()).toEqual(['amount-decimals', '2.50'])
    expect((await desk.call('batches.draft', { draftId })).changed).toMatchObject([{ before: '1234', after: '1.234' }])
    const unchanged = await desk.call('batches.editCell', { draftId, row: 0, field: 'amount', value: '1234' })
    expect([await amounts(), unchanged.changed]).toEqual([['1234', '2.50'], []])
  })

  it('derives the same merchant order ids from the same rows, so that yesterday’s file charges nothing again', async () => {
    const desk = await open()
    const text = 'Subscriber,Card\nAnna,1000001\nБорис,1000002\nAnna,1000003'
    const named = async (): Promise<Draft> => {
      const draft = await openText(desk, text)
      return await desk.call('batches.mapColumns', {
        draftId: draft.draftId, columns: ['row-name', 'cardReference'], decimals: null, periodLabel: '2026-12',
        defaults: { amount: '5.00', orderDescription: 'Subscription', customerIpAddress: '203.0.113.9' },
      })
    }
    const first = await named()
    const [anna, boris, again] = await rows(desk, first)
    expect(anna?.values.merchantOrderId).toBe('2026-12.Anna')
    expect(boris?.values.merchantOrderId).toMatch(/^2026-12\.x\.[0-9a-f]{20}$/)
    expect(again).toMatchObject({ state: 'duplicate', earlier: { kind: 'same-id', line: 2 } })
    await charge(desk, { merchantOrderId: '2026-12.Anna', cardReference: '1000009' })
    // The choice of columns was stored.
    const later = await openText(desk, text)
    expect(later.columns.map(({ meaning, recognisedBy }) => `${meaning} ${recognisedBy}`)).toEqual(['row-name kept', 'cardReference kept'])
    expect(await statesOf(desk, await named())).toEqual(['done-before merchant-order-id-used', 'ready', 'done-before merchant-order-id-used'])
  })

  it('keeps the old and new value of an edited cell, and no card number in the place of a reference', async () => {
    const desk = await open()
    const draft = await openText(desk, csv(line('a-1', '4111111111111111'), line('a-2', '1000002', '0')))
    const [withCard] = await rows(desk, draft)
    expect(withCard).toMatchObject({ state: 'problem', problems: [{ field: 'cardReference', code: 'holds-card-number' }] })
    expect(withCard?.values.cardReference).toBe('411111XXXXXX1111')
    await desk.call('batches.editCell', { draftId: draft.draftId, row: 0, field: 'cardReference', value: '1000001' })
    const edited = await desk.call('batches.editCell', { draftId: draft.draftId, row: 1, field: 'amount', value: '7.00' })
    expect(edited.changed).toEqual([
      { line: 2, field: 'cardReference', before: '411111XXXXXX1111', after: '1000001' },
      { line: 3, field: 'amount', before: '0', after: '7.00' },
    ])
    expect(edited.states.ready.rows).toBe(2)
  })

  it('saves the excluded rows with their reasons, safe for a spreadsheet', async () => {
    const saved: string[] = []
    const desk = await open({ system: { chooseSaveDestination: savingTexts((_name, text) => { saved.push(text) }) } })
    const draft = await openText(desk, csv(line('=1+1', '1000001', '0'), line('a-2', '1000002')))
    await desk.call('batches.leaveOut', { draftId: draft.draftId, rows: [1], out: true })
    await desk.call('batches.saveProblems', { draftId: draft.draftId })
    expect(saved[0]).toContain("2,'=1+1,1000001,0,USD,Subscription,'203.0.113.9,Amount: Must be greater than 0.")
    expect(saved[0]).toContain('Left out by a person.')
    await desk.call('batches.saveTemplate', at(desk))
    expect(saved[1]).toContain('Merchant order id,Card reference id')
  })

  it('opens its saved file and an exported history with unchanged ids, amounts and addresses', async () => {
    const saved: string[] = []
    const desk = await open({ system: { chooseSaveDestination: savingTexts((_name, text) => { saved.push(text) }) } })
    const draft = await openText(desk, csv(line('0042', '1000001', '1234.5'), line('a-2', '1000002')))
    await desk.call('batches.leaveOut', { draftId: draft.draftId, rows: [0], out: true })
    await desk.call('batches.saveProblems', { draftId: draft.draftId })
    expect(saved[0]).toContain("'0042,1000001,1234.5,USD,Subscription,'203.0.113.9,")
    const [again] = await rows(desk, await openText(desk, saved[0]!))
    expect(again).toMatchObject({
      state: 'ready', values: { merchantOrderId: '0042', amount: '1234.5', customerIpAddress: '203.0.113.9' },
    })
    const { orderId, merchantOrderId } = await sell(desk)
    const filter = { text: '', states: [], operations: [], profileId: null }
    await desk.call('history.export', { exportId: 'e', filter, format: 'csv' })
    // Without the totals under the entries.
    const text = saved[1]!.split('\r\n').slice(0, 2).join('\r\n')
    expect(text).toContain(`'${orderId}`)
    const refunds = await desk.call('batches.openText', { ...at(desk), operation: 'return', text })
    expect(await rows(desk, refunds)).toMatchObject([{ values: { orderId, merchantOrderId } }])
  })

  it('is sent only as it was shown, and is discarded by a lock of the desk', async () => {
    const desk = await open()
    const { draftId, version } = await openText(desk, csv(line('a-1')))
    await desk.call('batches.leaveOut', { draftId, rows: [0], out: true })
    expect(await desk.refused('batches.start', { draftId, version })).toEqual({ code: 'draft-changed' })
    await desk.call('access.lock', null)
    await desk.call('access.unlock', { proof: null })
    expect(await desk.refused('batches.draft', { draftId })).toEqual({ code: 'draft-gone' })
  })
})

describe('rows of the history', () => {
  it('are refunded by their order ids, and a refunded one is excluded', async () => {
    const desk = await open()
    const paid = [await charge(desk), await charge(desk, { amount: '20.30' })]
    await expect.poll(async () => {
      await desk.clock.pass(60_000)
      return (await Promise.all(paid.map(({ entryId }) => desk.call('history.entry', { entryId })))).map(({ row }) => row.state)
    }).toEqual(['approved', 'approved'])
    const refunds = { ...at(desk), operation: 'return' as const, entryIds: paid.map(({ entryId }) => entryId) }
    const draft = await desk.call('batches.openEntries', refunds)
    expect(draft.states.ready).toMatchObject({ rows: 2, sums: [{ currency: 'USD', minorAmount: '3045' }] })
    const review = await desk.call('payments.review', {
      ...at(desk), operation: 'return', confidential: {},
      values: { merchantOrderId: paid[0]!.merchantOrderId!, orderId: paid[0]!.orderId!, comment: 'faulty' },
    })
    await desk.call('payments.submit', { intentId: review.intentId, reason: null, acceptUnverifiedCard: true })
    expect(await statesOf(desk, await desk.call('batches.openEntries', refunds))).toEqual(['done-before equal-refund', 'ready'])
  })

  it('of another profile are excluded from a file of refunds, with the name of that profile', async () => {
    const desk = await open()
    const here = await sell(desk)
    const profileId = await desk.addProfile('staging', 'Shop two')
    const there = await desk.call('payments.submit', {
      intentId: (await desk.call('payments.review', { ...chargeForm(desk), profileId })).intentId,
      reason: 'as agreed', acceptUnverifiedCard: true,
    })
    const ids = [here, there].map(({ orderId, merchantOrderId }) => `${merchantOrderId!},${orderId!}`)
    const text = ['client_orderid,orderid,comment', ...ids.map((two) => `${two},faulty`), 'unknown-1,1234567,faulty', `unknown-2,${there.orderId!},faulty`].join('\n')
    const draft = await desk.call('batches.openText', { ...at(desk), operation: 'return', text })
    expect((await rows(desk, draft)).map(({ state, obstacle }) => [state, obstacle])).toEqual([
      ['ready', null], ['problem', { code: 'other-profile', detail: 'Shop two' }], ['ready', null], ['ready', null],
    ])
  })

  it('are charged again only after a final decline', async () => {
    const desk = await open()
    const sent = await charge(desk)
    const draft = await desk.call('batches.openEntries', { ...at(desk), entryIds: [sent.entryId, 'f'.repeat(32) as EntryId] })
    const mapped = await desk.call('batches.mapColumns', {
      draftId: draft.draftId, columns: draft.columns.map(({ meaning }) => meaning), decimals: null, defaults: {}, periodLabel: 'again',
    })
    expect((await rows(desk, mapped)).map(({ obstacle }) => obstacle?.code)).toEqual(['not-declined', 'no-such-entry'])
  })
})

const everyRequest = {
  text: '', states: [], operations: [], profileId: null, view: 'all', before: null, limit: 50,
} satisfies ParsedInput<'history.list'>

describe('cards of a draft', () => {
  it('are looked up on request, at the pace of the profile', async () => {
    const desk = await open()
    const draft = await openText(desk, csv(line('a-1', '1000001'), line('a-2', '9999999')))
    expect((await rows(desk, draft)).map(({ notes }) => notes)).toEqual([['card-not-known'], ['card-not-known']])
    expect((await desk.call('batches.lookUpCards', { draftId: draft.draftId })).lookingUp).toBe(2)
    await expect.poll(async () => {
      await desk.clock.pass(1_000)
      return (await desk.call('batches.draft', { draftId: draft.draftId })).lookingUp
    }).toBe(0)
    const [known, unknown] = await rows(desk, draft)
    expect(known).toMatchObject({ notes: [], card: { lastFour: '0001' } })
    expect(unknown?.notes).toEqual(['card-not-active'])
  })

  it('are looked up in turn with the rows of a running batch: together they keep the rate of the profile', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: { perSecond: 1, atOnce: 4 } })
    const draft = await openText(desk, csv(line('a-1', '9999998'), line('a-2', '9999999')))
    await startBatch(desk, charges(5))
    await desk.call('batches.lookUpCards', { draftId: draft.draftId })
    const requests = async () => (await desk.call('history.list', everyRequest)).lines.length
    await expect.poll(requests).toBe(1)
    for (let second = 1; second <= 3; second += 1) {
      await passUntil(desk, 100, async () => await requests() > second, 12)
      expect(await requests()).toBe(second + 1)
    }
  })
})
