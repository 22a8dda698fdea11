import { expect, it } from 'vitest'
import { operations } from '#shared/gateway/operations/operations.ts'
import type { BatchSum } from '#shared/model/payments/batch.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { fitsBox } from '../../../../electron/common/boxes/outside-question.ts'
import { resumeQuestions } from '../../../../electron/desk/batches/run/questions.ts'
import { builtInProfile } from '../../../../electron/main/installation/built-in-profile.ts'

it('resuming another person’s batch shows every sum, in as many boxes as needed', () => {
  const profile = { ...builtInProfile, id: 'one', environment: 'production' } as unknown as Profile
  const currencies = Intl.supportedValuesOf('currency').slice(0, 60)
  const each = { minorAmount: '1000', rows: 2, withoutAmount: 0 }
  const sums = currencies.map((currency) => ({ currency, ...each })) as unknown as BatchSum[]
  const batch = { operation: operations['recurrent-payment'], profile, perSecond: 1 }
  const questions = resumeQuestions(batch, sums, 'Ada') ?? []
  expect(questions.filter((question) => !fitsBox(question))).toEqual([])
  const lines = questions.flatMap(({ details }) => details).join('\n')
  for (const currency of currencies) expect(lines).toContain(` ${currency} in 2 rows`)
  expect(lines).toContain('Started by: Ada')
  expect(questions.at(-1)?.action).toBe('Send 120 rows')
  expect(questions.slice(0, -1).map(({ action }) => action)).not.toContain('Send 120 rows')
})
