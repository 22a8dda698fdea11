/** The claim of a request in the team journal, so that no other desk sends the same. */
import { describe, expect, it } from 'vitest'
import type { CardReference, MerchantKey, MerchantOrderId, MinorUnits, OrderId } from '#shared/brands.ts'
import { createsOrder, effectOf, operationIds, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import { claimOf, slotOf, type ClaimInput } from '#shared/team/claim-of.ts'

const claiming = (operation: OperationId, changes: Partial<ClaimInput> = {}): ClaimInput => ({
  merchantKey: 'm' as MerchantKey, operation, effect: effectOf(operations[operation]), createsOrder: createsOrder(operations[operation]),
  merchantOrderId: 'inv-1' as MerchantOrderId, orderId: '77' as OrderId, cardReference: null, minorAmount: '1015' as MinorUnits,
  currency: 'USD', enumeratedMinorAmounts: [], ...changes,
})
const keysOf = (one: ClaimInput) => claimOf(one)?.duplicates.map(({ key }) => key)

describe('the claim of a request', () => {
  it.each(operationIds.filter((id) => touchesMoney(operations[id])))('%s is for its new order, or for the order that it acts on', (id) => {
    const [kind, claimed] = createsOrder(operations[id]) ? ['create', 'inv-1'] : ['follow', '77']
    expect(slotOf(claiming(id))).toEqual({ kind, merchantKey: 'm', id: claimed })
  })

  it.each(operationIds.filter((id) => !touchesMoney(operations[id])))('%s has no claim', (id) => {
    expect(slotOf(claiming(id))).toBeNull()
  })
})

describe('a possible duplicate of another desk', () => {
  const none = { minorAmount: null, currency: null }

  it('is the same operation with the same amount, or both without one', () => {
    expect(keysOf(claiming('preauth'))).toEqual(keysOf(claiming('preauth', { merchantOrderId: 'inv-2' as MerchantOrderId })))
    expect(keysOf(claiming('preauth', none))).toHaveLength(1)
    expect(keysOf(claiming('preauth', none))).not.toEqual(keysOf(claiming('preauth')))
    expect(keysOf(claiming('preauth', none))).not.toEqual(keysOf(claiming('sale', none)))
  })

  it('is the same card on file, whatever the operation', () => {
    const card = { cardReference: '1000001' as CardReference }
    expect(keysOf(claiming('recurrent-payment', card))).toEqual(keysOf(claiming('recurrent-preauthorisation', card)))
    expect(keysOf(claiming('recurrent-payment', { ...card, ...none }))).toHaveLength(1)
    expect(keysOf(claiming('recurrent-payment', { ...card, enumeratedMinorAmounts: ['800', '1015'] as MinorUnits[] }))).toHaveLength(2)
  })

  it('names the destination of an order without a card reference; a charge of a card on file is compared by its card', () => {
    const destination = 'ab'.repeat(32)
    expect(claimOf(claiming('payout-v4', { destination }))).toMatchObject({ destination })
    expect(claimOf(claiming('payout-v4'))).not.toHaveProperty('destination')
    expect(claimOf(claiming('recurrent-payment', { destination, cardReference: '1000001' as CardReference }))).not.toHaveProperty('destination')
  })
})
