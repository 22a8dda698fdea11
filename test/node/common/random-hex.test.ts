import { expect, it } from 'vitest'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { idsInText } from '#shared/gateway/fields/text-ids.ts'
import { randomHex } from '../../../electron/common/signatures/random-hex.ts'

it('no id has digits that could be a card number: free texts for support would mask it', () => {
  const masked = 'f9a4ce9729e2532958649292646dae13'
  expect(maskFreeText(masked)).not.toBe(masked)
  const made = [masked, 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4'].map((text) => Buffer.from(text, 'hex'))
  expect(randomHex(16, () => made.shift()!)).toBe('a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4')
})

it('every proposed order id is found as pasted', () => {
  for (let times = 0; times < 3_000; times++) {
    const id = `gc-${randomHex(10)}`
    expect(idsInText(`order ${id} declined`).map(({ value }) => value)).toContain(id)
  }
})
