import { expect, it } from 'vitest'
import { adviceAfter, declineAdvice, declineMeaning, declineMeanings } from '../../../shared/gateway/replies/decline-advice.ts'

it('advice depends only on the status, and each has its source; anything else has none', () => {
  expect(adviceAfter('declined')).toBe('another-card')
  expect(adviceAfter('filtered')).toBe('ask-support')
  for (const other of ['error', 'approved', '209', '116', 'stolen']) expect(adviceAfter(other)).toBeNull()
  for (const { source } of Object.values(declineAdvice)) expect(source).toMatch(/§|addendum/)
})

it('a code has a meaning only by the table, with its source; test values have none in production', () => {
  expect(declineMeaning('116', 'staging')).toBe('no-funds')
  expect(declineMeaning('101', 'sandbox')).toBe('card-expired')
  for (const code of Object.keys(declineMeanings)) expect(declineMeaning(code, 'production')).toBeNull()
  for (const code of ['209', '5', '41', '43', '', 'constructor', '__proto__', null]) expect(declineMeaning(code, 'staging')).toBeNull()
  for (const { source } of Object.values(declineMeanings)) expect(source).toMatch(/§|addendum/)
})
