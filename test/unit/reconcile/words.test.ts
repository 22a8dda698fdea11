import { describe, expect, it } from 'vitest'
import { chosenKind, stateOfWord } from '#shared/reconcile/words.ts'

describe('words of a statement', () => {
  it.each([
    ['Refunded', 'moved'], ['Partially refunded', 'moved'], ['Funded', 'moved'], ['Fund transfer completed', 'moved'],
    ['Processed successfully', 'moved'], ['Payment processed', 'moved'], ['Approved', 'moved'], ['OK', 'moved'],
    ['Not refunded', 'not-moved'], ['Unpaid', 'not-moved'], ['Unsuccessful', 'not-moved'], ['Insufficient funds', 'not-moved'],
    ['Denied', 'not-moved'], ['Incomplete', 'not-moved'], ['Revoked', 'not-moved'],
    ['Processing', 'open'], ['Unknown', 'open'], ['Not yet processed', 'open'], ['Under review', 'open'],
  ])('reads the state %s as %s', (word, state) => {
    expect(stateOfWord(word)).toBe(state)
  })

  it.each([
    ['Charge', 'payment'], ['Card charge', 'payment'], ['Recurring charge', 'payment'], ['Service charge', 'fee'],
    ['Charges', 'fee'], ['Bank charges', 'fee'], ['Chargeback', 'chargeback'], ['Chargeback fee', 'fee'],
    ['Credit card sale', 'payment'], ['Credit card refund', 'refund'], ['Credit', 'refund'], ['Refund', 'refund'],
    ['preauth', 'other'], ['Pre-authorization', 'other'], ['Authorisation', 'other'], ['Auth reversal', 'other'],
    ['Authorization fee', 'fee'], ['Capture of authorization', 'payment'], ['Cardholder payment', 'payment'], ['Capture', 'payment'],
  ])('reads the kind %s as %s', (word, kind) => {
    expect(chosenKind(word, {})).toBe(kind)
  })
})
