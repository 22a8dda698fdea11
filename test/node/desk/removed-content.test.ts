/** An order whose entries have lost their content: money still moves only once. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import { charges, textOf } from '../../support/fixtures/batch-rows.ts'
import { text } from '../../support/texts.ts'
import { changeProfile, counts, rowsOf, run, startBatch, unlimited, whenEnded } from './batches/support.ts'
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

it('removing a payment’s content removes that of its batch row, and of the rows that were never sent', async () => {
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

it('removing a payment’s content removes the values typed for its row or all rows of the batch', async () => {
  const desk = await open()
  await changeProfile(desk, { batches: unlimited })
  const table = textOf('recurrent-payment', charges(2, () => ({ comment: 'for all' })))
  const { draftId } = await desk.call('batches.openText', {
    profileId: desk.profileId, entryPoint: endpoint, operation: 'recurrent-payment', text: table,
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
  expect(stored(desk).includes('Zephyrine')).toBe(true)
  const { remove } = await ofTheCustomer(desk)
  await expect.poll(remove).toMatchObject({ ok: true, value: { deleted: 2 } })
  expect(await rowsOf(desk, batchId)).toMatchObject([{ state: 'approved' }, { state: 'approved' }])
  expect(stored(desk).includes('Zephyrine')).toBe(false)
})

/** A batch of three customers that a person stopped after its first row was sent, and paid. */
async function stoppedBatch(desk: TestDesk) {
  await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
  const rows = charges(3, (row) => ({
    cardReference: `100000${row + 1}`, comment: `boots of Ann-${row}`, purpose: `ann-${row}@shop.example`,
  }))
  const batchId = await startBatch(desk, rows)
  await expect.poll(async () => (await desk.call('batches.show', { batchId })).states.waiting?.rows).toBe(2)
  await desk.call('batches.stop', { batchId })
  await expect.poll(async () => {
    await desk.clock.pass(3_000)
    return (await desk.call('resolution.list', null)).length
  }).toBe(0)
  expect(counts(await desk.call('batches.show', { batchId }))).toEqual({ approved: 1, left: 2 })
  return batchId
}

it('a row that a stopped batch never sent loses the content of its customer, who has no entry', async () => {
  const desk = await open()
  const batchId = await stoppedBatch(desk)
  for (const customer of [
    { kind: 'email', value: 'Ann-1@shop.example', profileId: null }, { kind: 'card-reference', value: '1000003', profileId: null },
  ] as const) {
    const counted = await desk.call('maintenance.countCustomer', { customer })
    expect(counted, customer.kind).toEqual({ entries: 1, staying: 0 })
    const erase = () => desk.calls['maintenance.eraseCustomer']({ customer, ...counted, reason: 'asked by letter' })
    await expect.poll(erase).toEqual({ ok: true, value: { deleted: 1 } })
    expect(await desk.call('maintenance.countCustomer', { customer })).toEqual({ entries: 0, staying: 0 })
  }
  expect(stored(desk).includes('boots of Ann-0')).toBe(true)
  expect(/ann-[12]/i.test(stored(desk))).toBe(false)
  expect(counts(await desk.call('batches.show', { batchId }))).toEqual({ approved: 1, left: 2 })
})

it('unsent rows of a batch lose their old content; those of a paused batch are counted', async () => {
  const desk = await open()
  await stoppedBatch(desk)
  const { remove } = await ofTheCustomer(desk)
  await expect.poll(remove).toMatchObject({ ok: true, value: { deleted: 1 } })
  const paused = await startBatch(desk, charges(2, () => ({ cardReference: '1000002', comment: 'boots of Ben' }), 'second'))
  await expect.poll(async () => (await desk.call('batches.show', { batchId: paused })).states.waiting?.rows).toBe(1)
  await desk.call('batches.pause', { batchId: paused })
  await expect.poll(async () => {
    await desk.clock.pass(3_000)
    return (await desk.call('resolution.list', null)).length
  }).toBe(0)
  await desk.clock.pass(400 * 24 * 3_600_000)
  expect(await desk.call('maintenance.countOlder', { months: 12 })).toMatchObject({ entries: 3, staying: 1 })
  await desk.call('batches.stop', { batchId: paused })
  const { entries, remove: removeOld } = await old(desk)
  expect(entries).toBe(4)
  await expect.poll(removeOld).toEqual({ ok: true, value: { deleted: 4 } })
  expect(/boots of|ann-/i.test(stored(desk))).toBe(false)
})

it('a paused batch cannot be resumed after a customer’s erasure, which the message names', async () => {
  const desk = await open()
  await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
  const batchId = await startBatch(desk, charges(2))
  await expect.poll(async () => (await desk.call('batches.show', { batchId })).states.waiting?.rows).toBe(1)
  await desk.call('batches.pause', { batchId })
  await expect.poll(async () => {
    await desk.clock.pass(3_000)
    return (await desk.call('resolution.list', null)).length
  }).toBe(0)
  const customer = { kind: 'merchant-order-id', value: 'batch-0', profileId: null } as const
  const counted = await desk.call('maintenance.countCustomer', { customer })
  await desk.call('maintenance.eraseCustomer', { customer, ...counted, reason: 'asked by letter' })
  const { code } = await desk.refused('batches.resume', { batchId })
  expect(code).toBe('batch-rows-changed')
  expect(text('failure.what.batch-rows-changed')).toMatch(/not stored as they were confirmed.*erased/)
})

it('a refund that a stopped batch never sent loses its content with that of its order, whose customer it does not name', async () => {
  const desk = await open()
  await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
  const orders = [await sell(desk, { cardReference: '1000002' }), await sell(desk, { cardReference: '1000001' })]
  const rows = orders.map(({ orderId, merchantOrderId }, row) =>
    ({ merchantOrderId, orderId, amount: '1.00', currency: 'USD', comment: `boots of Ann-${row}` }))
  const batchId = await startBatch(desk, rows, { operation: 'return' })
  await desk.call('batches.stop', { batchId })
  await expect.poll(async () => {
    await desk.clock.pass(3_000)
    return (await desk.call('resolution.list', null)).length
  }).toBe(0)
  const { entries, remove } = await ofTheCustomer(desk)
  await expect.poll(remove).toEqual({ ok: true, value: { deleted: entries } })
  expect(stored(desk).includes('boots of Ann-0')).toBe(true)
  expect(stored(desk).includes('boots of Ann-1')).toBe(false)
})

/** The bytes of the history's files, without backups, as a text: too long to print when a test fails. */
function stored({ folder }: TestDesk): string {
  const files = readdirSync(folder).filter((name) => name.startsWith('journal.db') && !name.endsWith('-shm'))
  return files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n')
}
