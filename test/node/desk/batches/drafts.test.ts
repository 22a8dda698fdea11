import { afterEach, describe, expect, it } from 'vitest'
import type { Draft } from '#shared/model/batch.ts'
import { success } from '#shared/result.ts'
import { charge, closeAll, endpoint, open, type TestDesk } from '../support.ts'

afterEach(closeAll)

const head = 'client_orderid,Card reference id,Amount,Currency,Order description,Customer IP address'
const line = (id: string, card = '1000001', amount = '10.15'): string => `${id},${card},${amount},USD,Subscription,203.0.113.9`
const csv = (...lines: readonly string[]): string => [head, ...lines].join('\n')

async function openText(desk: TestDesk, text: string): Promise<Draft> {
  return await desk.call('batches.openText', { profileId: desk.profileId, entryPoint: endpoint, operation: 'recurrent-payment', text })
}

async function rows(desk: TestDesk, { draftId }: Draft, show: 'all' | 'problem' | 'duplicate' | 'done-before' | 'ready' = 'all') {
  return (await desk.call('batches.draftRows', { draftId, show, from: 0, count: 200 })).rows
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

  it('recognises a payment that was sent before, in whatever file', async () => {
    const desk = await open()
    await charge(desk, { merchantOrderId: 'sent-1', cardReference: '1000001' })
    const draft = await openText(desk, csv(line('sent-1', '1000002'), line('new-1', '1000001'), line('new-2', '1000003')))
    const found = await rows(desk, draft)
    expect(found.map(({ state, earlier }) => [state, earlier?.kind ?? null])).toEqual([
      ['done-before', 'merchant-order-id-used'], ['duplicate', 'equal-payment'], ['ready', null],
    ])
  })
})
