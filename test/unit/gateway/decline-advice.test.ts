import { expect, it } from 'vitest'
import { adviceAfter, declineAdvice, declineMeaning, declineMeanings, mayBePassedOn } from '../../../shared/gateway/decline-advice.ts'

it('advice depends on the status alone, and each has its source; anything else has none', () => {
  expect(adviceAfter('declined')).toBe('another-card')
  expect(adviceAfter('filtered')).toBe('ask-support')
  for (const other of ['error', 'approved', '209', '116', 'stolen']) expect(adviceAfter(other)).toBeNull()
  for (const { source } of Object.values(declineAdvice)) expect(source).toMatch(/§|addendum/)
})

it('a code means something only by the table, with its source; test values mean nothing in production', () => {
  expect(declineMeaning('116', 'staging')).toBe('no-funds')
  expect(declineMeaning('101', 'sandbox')).toBe('card-expired')
  for (const code of Object.keys(declineMeanings)) expect(declineMeaning(code, 'production')).toBeNull()
  for (const code of ['209', '5', '41', '43', '', 'constructor', '__proto__', null]) expect(declineMeaning(code, 'staging')).toBeNull()
  for (const { source } of Object.values(declineMeanings)) expect(source).toMatch(/§|addendum/)
})

it.each([
  ['Please use another card.', true], ['Your bank declined the payment.', true], ['Pick another day.', true],
  ['Card reported STOLEN', false], ['Suspected fraud', false], ['fraudulent use', false], ['Pick-up card', false],
])('words for the customer name neither theft nor fraud: %s', (words, may) => {
  expect(mayBePassedOn(words)).toBe(may)
})
