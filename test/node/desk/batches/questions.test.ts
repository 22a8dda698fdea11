/** The message boxes of a batch. */
import { expect, it } from 'vitest'
import type { MerchantKey, MinorUnits } from '#shared/brands.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { profileSchema } from '#shared/model/profiles/profile.ts'
import type { PlannedBatch } from '../../../../electron/desk/batches/planned.ts'
import { startQuestions, type PlannedSum } from '../../../../electron/desk/batches/run/questions.ts'
import { draft } from '../../../support/canary/every-call.ts'

const profile = profileSchema.parse({ ...draft('https://gate.example', 'production'), id: 'p' })

function boxesOf(count: number) {
  const rows = Array.from({ length: count }, (_, index): PlannedSum => ({
    line: index + 2, values: { accountNumber: `DE00 1234 ${index}`, amount: '10.15', currency: 'USD' },
    minorAmount: '1015' as MinorUnits, currency: 'USD',
  }))
  const planned: PlannedBatch = {
    operation: operations['payout-v2'], source: 'file', fileName: null, headers: [], mapping: [], decimals: null,
    defaults: {}, periodLabel: null, changed: [],
    rows: rows.map(({ line, values }) => ({ line, values, cells: [], whole: null, reason: null })),
    target: { profile, entryPoint: profile.entryPoints[0]!, merchant: 'm' as MerchantKey, context: {} as never },
  }
  return startQuestions(planned, rows, 2)
}

it('a payout has a line for each account, in ten boxes at most', () => {
  expect(boxesOf(150)?.flatMap(({ details }) => details).filter((line) => line.includes('DE00 1234'))).toHaveLength(150)
  expect(boxesOf(300)).toBeNull()
  expect(boxesOf(10_000)).toBeNull()
})
