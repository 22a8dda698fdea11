/** Rows with several amounts, of which any may be charged. */
import { afterEach, describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import { charges } from '../../../support/fixtures/batch-rows.ts'
import { unlimited as noLimits } from '../../../support/fixtures/limits.ts'
import { closeAll, open } from '../support.ts'
import { changeProfile, draftOf, passUntil, rowsOf, run, startBatch, unlimited } from './support.ts'

afterEach(closeAll)

describe('enumerated amounts of a row', () => {
  const tries = (amounts: string) => charges(1, () => ({ amount: amounts.split(',')[0]!, enumeratedAmounts: amounts }))

  it('count with the highest one for the limit of a batch, in the check and in the confirmation', async () => {
    const questions: string[] = []
    const desk = await open({ system: { confirm: async ({ details }) => {
      questions.push(details.join('\n'))
      return false
    } } })
    const profileId = await desk.addProfile('production', 'Shop')
    const limits = (batch: string) => [{ currency: 'USD', ...noLimits, batch: batch as MinorUnits }]
    await changeProfile(desk, { limits: limits('5000') }, profileId)
    const draft = await draftOf(desk, tries('10.00,90.00'), { profileId })
    const { states: { ready } } = await desk.call('batches.draft', { draftId: draft.draftId })
    expect(ready.sums).toMatchObject([{ minorAmount: '9000' }])
    expect(await desk.refused('batches.start', draft)).toMatchObject({ code: 'over-limit', limit: 'batch' })
    await changeProfile(desk, { limits: limits('9000') }, profileId)
    await desk.refused('batches.start', await draftOf(desk, tries('10.00,90.00'), { profileId }))
    expect(questions).toMatchObject([expect.stringMatching(/Sum: 90\.00 USD in 1 rows[^]*try several amounts in turn: 1,/)])
  })

  it('count with the approved one once it is known', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: unlimited })
    // The built-in gateway declines the first one.
    const batchId = await startBatch(desk, tries('13.13,8.00'))
    const state = async () => (await desk.call('batches.show', { batchId })).states
    await passUntil(desk, 1_000, async () => (await state()).approved !== undefined)
    expect((await state()).approved?.sums).toMatchObject([{ minorAmount: '800' }])
    expect(await rowsOf(desk, batchId)).toMatchObject([{ minorAmount: '800' }])
  })

  it('are refused with commas in a table whose amounts have commas: they may be one amount or two', async () => {
    const desk = await open()
    const written = charges(3, (row) => ({ amount: `1${row},15`, enumeratedAmounts: ['10,15', '11.15,8.00', '12'][row]! }))
    const { draftId } = await draftOf(desk, written)
    const page = async () => (await desk.call('batches.draftRows', { draftId, show: 'all', from: 0, count: 9 })).rows
    expect((await page()).map(({ row, problems }) => [row, ...problems])).toEqual([
      [0, { field: 'enumeratedAmounts', code: 'amount-comma', details: {} }], [1], [2],
    ])
    await desk.call('batches.editCell', { draftId, row: 0, field: 'enumeratedAmounts', value: '10.15' })
    expect((await page()).flatMap(({ problems }) => problems)).toEqual([])
  })
})

it('an amount of a table that is too long only by its zeros is sent without them', async () => {
  const desk = await open()
  await changeProfile(desk, { batches: unlimited })
  const written = ['12,345,678.00', '1234567.80', '12345678.90']
  const { rows: sent } = await run(desk, charges(3, (row) => ({ amount: written[row]! })))
  expect(sent).toBe(3)
  expect(desk.ordersInLedger().map(({ order }) => order?.initialAmount).sort()).toEqual(['1234567.80', '12345678', '12345678.9'])
})
