/** An order whose entries have lost their content: money moves once, whatever was removed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import { charges, textOf } from '../../support/fixtures/batch-rows.ts'
import { changeProfile, counts, rowsOf, run, unlimited, whenEnded } from './batches/support.ts'
import { act, actionForm, followed, sell } from './order-support.ts'
import { chargeForm, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const dollars = (amount: string) => ({ amount, currency: 'USD' })

async function old(desk: TestDesk) {
  await desk.clock.pass(400 * 24 * 3_600_000)
  const { entries } = await desk.call('maintenance.countOlder', { months: 12 })
  return { entries, remove: () => desk.calls['maintenance.deleteOlder']({ months: 12, entries }) }
}

async function ofTheCustomer(desk: TestDesk) {
  const customer = { kind: 'card-reference', value: '1000001', profileId: null } as const
  const counted = await desk.call('maintenance.countCustomer', { customer })
  const request = { customer, ...counted, reason: 'asked by letter' }
  return { ...counted, remove: () => desk.calls['maintenance.eraseCustomer'](request) }
}

it.each([
  ['old content', old], ['the content of the customer', ofTheCustomer],
] as const)('without %s a refund counts, and the order id stays used', async (_what, counted) => {
  const desk = await open()
  const order = await sell(desk)
  await followed(desk, await act(desk, order, 'return', dollars('3.15')))
  const { entries, remove } = await counted(desk)
  // The daily backup comes first.
  await expect.poll(remove).toEqual({ ok: true, value: { deleted: entries } })
  const { entryId } = order.answer
  expect((await desk.call('history.entry', { entryId })).row.contentRemovedAt).toBeDefined()

  expect(await desk.refused('payments.review', actionForm(desk, order, 'return', dollars('7.01'))))
    .toEqual({ code: 'not-possible-now', why: 'above-amount' })
  expect(await desk.call('payments.review', actionForm(desk, order, 'return', dollars('7.00'))))
    .toMatchObject({ refundedKnownHere: '315' })
  expect(await desk.refused('payments.review', chargeForm(desk, { merchantOrderId: order.merchantOrderId })))
    .toMatchObject({ code: 'merchant-order-id-used' })
  expect(desk.ordersInLedger()).toHaveLength(1)
})

it('without the content of the customer the same charge a moment ago is a possible duplicate', async () => {
  const desk = await open()
  const { answer: { entryId } } = await sell(desk)
  const { remove } = await ofTheCustomer(desk)
  await expect.poll(remove).toMatchObject({ ok: true })
  expect(await desk.call('payments.review', chargeForm(desk))).toMatchObject({ possibleDuplicate: { entryId } })
})

it('with the content of a payment goes that of its row of a batch, and of the rows that were never sent', async () => {
  const desk = await open()
  await changeProfile(desk, { batches: unlimited })
  const rows = charges(3, (row) => ({ comment: `for customer ${row}` }))
  const { batchId } = await run(desk, rows)
  await expect.poll(async () => {
    await desk.clock.pass(3_000)
    return (await desk.call('resolution.list', null)).length
  }).toBe(0)
  const { remove } = await old(desk)
  await expect.poll(remove).toMatchObject({ ok: true, value: { deleted: 3 } })
  expect(await rowsOf(desk, batchId)).toMatchObject(rows.map(({ merchantOrderId }) => ({ merchantOrderId, state: 'approved' })))
  await desk.end()
  const file = new DatabaseSync(join(desk.folder, 'journal.db'), { readOnly: true })
  expect(JSON.stringify(file.prepare('SELECT confirmed FROM batch_row').all())).not.toContain('for customer')
  file.close()
})

it('with the content of a payment goes what a person typed into its row, or for all rows, before the batch was sent', async () => {
  const desk = await open()
  await changeProfile(desk, { batches: unlimited })
  const text = textOf('recurrent-payment', charges(2, () => ({ comment: 'for all' })))
  const { draftId } = await desk.call('batches.openText', {
    profileId: desk.profileId, entryPoint: endpoint, operation: 'recurrent-payment', text,
  })
  const { columns } = await desk.call('batches.draft', { draftId })
  await desk.call('batches.mapColumns', {
    draftId, columns: columns.map(({ meaning }) => meaning), decimals: null, defaults: { purpose: 'account of Zephyrine' }, periodLabel: null,
  })
  const { version } = await desk.call('batches.editCell', { draftId, row: 1, field: 'comment', value: 'boots of Zephyrine' })
  const { batchId } = await desk.call('batches.start', { draftId, version })
  expect(counts(await whenEnded(desk, batchId))).toEqual({ processing: 2 })
  await expect.poll(async () => {
    await desk.clock.pass(3_000)
    return (await desk.call('resolution.list', null)).length
  }).toBe(0)
  expect(stored(desk)).toContain('Zephyrine')
  const { remove } = await ofTheCustomer(desk)
  await expect.poll(remove).toMatchObject({ ok: true, value: { deleted: 2 } })
  expect(await rowsOf(desk, batchId)).toMatchObject([{ state: 'approved' }, { state: 'approved' }])
  expect(stored(desk)).not.toContain('Zephyrine')
})

/** The bytes of the history's files, without its backups. */
function stored({ folder }: TestDesk): string {
  const files = readdirSync(folder).filter((name) => name.startsWith('journal.db') && !name.endsWith('-shm'))
  return files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n')
}
