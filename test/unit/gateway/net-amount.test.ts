import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import { netAmountOf } from '#shared/gateway/operations/net-amount.ts'
import { catalogue, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'

const amount = '1015' as MinorUnits
const approved = (operation: OperationId, releasesHold = false) =>
  netAmountOf({ operation, approved: true, minorAmount: amount, releasesHold })
const net = (text: string) => ({ kind: 'moved', netMinorAmount: text })

describe('the merchant’s net amount of an approved movement', () => {
  it.each<[OperationId, ReturnType<typeof net> | { kind: 'none' }]>([
    ['sale', net('1015')], ['recurrent-payment', net('1015')], ['capture', net('1015')],
    ['return', net('-1015')], ['void', net('-1015')], ['payout-v2', net('-1015')], ['payout-v4', net('-1015')],
    ['preauth', { kind: 'none' }], ['recurrent-preauthorisation', { kind: 'none' }], ['transfer-v4', { kind: 'none' }],
    ['status', { kind: 'none' }], ['create-card-ref-v2', { kind: 'none' }],
  ])('%s', (operation, expected) => {
    expect(approved(operation)).toEqual(expected)
  })

  it('is none for the release of a hold', () => {
    expect(approved('return', true)).toEqual({ kind: 'none' })
    expect(approved('void', true)).toEqual({ kind: 'none' })
  })

  it('is unknown without an amount, and none while it is not approved', () => {
    for (const { id } of catalogue.filter(touchesMoney)) {
      const movement = { operation: id, minorAmount: null, releasesHold: false }
      expect(['unknown', 'none']).toContain(netAmountOf({ ...movement, approved: true }).kind)
      expect(netAmountOf({ ...movement, approved: false, minorAmount: amount })).toEqual({ kind: 'none' })
    }
  })
})
