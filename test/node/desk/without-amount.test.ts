/**
 * A hold that sends no amount, as its kind defines, is reviewed without asking for an amount or another entry
 * point.
 */
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import type { CurrencyLimits } from '#shared/model/profiles/profile.ts'
import { profileSchema } from '#shared/model/profiles/profile.ts'
import { intents } from '../../../electron/desk/payments/intents.ts'
import { paymentLimits } from '../../../electron/desk/payments/limits.ts'
import { paymentQuestion } from '../../../electron/desk/payments/payment-question.ts'
import { reviewNewOrder } from '../../../electron/desk/payments/review-new-order.ts'
import { draft } from '../../support/canary/every-call.ts'
import { accountVerification, verify } from '../../support/fixtures/account-verification.ts'
import { unlimited } from '../../support/fixtures/limits.ts'
import { unattendedSystem } from '../../support/fixtures/system.ts'
import { charge, outcome, shop } from '../journal/samples.ts'
import { openHere, valueOf } from '../journal/with-journal.ts'

/** The entry as the catalogue would have it, with an id that the history has. */
const verification = { ...accountVerification, id: 'preauth' } as Operation
const typed: FieldValues = {
  merchantOrderId: 'verify-1', orderDescription: 'New customer', customerIpAddress: '203.0.113.9',
  cardNumber: '4111111111111111', cardHolder: 'ZOE ONEIL', expireMonth: '07', expireYear: '39', cardVerificationValue: '123',
}
const kept = charge('before', {
  operation: verification.id, effect: 'holds-money', cardReference: null, minorAmount: null, currency: null,
})

function desk(limits: readonly CurrencyLimits[] = []) {
  const { journal } = openHere()
  const system = unattendedSystem(['production'], { now: () => Date.parse(kept.at), schedule: () => () => undefined })
  const services = { journal, system, users: { administrators: () => [] } } as never
  const profile = profileSchema.parse({ ...draft('https://gate.example', 'production'), id: shop.profileId, limits })
  const [entryPoint] = profile.entryPoints
  const target = {
    profile, entryPoint: entryPoint!, merchant: shop.merchantKey,
    context: { baseUrl: 'https://gate.example', productWord: 'gw', login: profile.login, entryPoint: entryPoint!, switches: profile.switches },
  }
  const waiting = intents(services)
  const review = () => reviewNewOrder(
    { services, ages: { of: async () => 60_000 } } as never, waiting,
    { operation: verification, target, typed, limits: paymentLimits(services) },
  )
  return { journal, review, target }
}

describe('a verification without an amount', () => {
  it('is reviewed and confirmed outside the page with its own texts', async () => {
    const { review, target } = desk()
    expect(await review()).toMatchObject({
      ok: true,
      value: { amounts: [], minorAmount: null, effectiveAmount: null, currency: null, possibleDuplicate: null },
    })
    const request = { operation: verification, target, values: typed, reason: null }
    const { question } = paymentQuestion(request, { text: '', refundsMayBeMissing: false })
    expect(question).toBe(`${verify.wholeUnknown}?`)
  })

  it('is found as a possible duplicate of itself, and not mistaken for one with an amount', async () => {
    const { journal, review } = desk()
    await valueOf(journal.recordIntent(charge('with amount', { ...kept, entryId: 'entry-0' as never, merchantOrderId: 'other' as never, minorAmount: '1015' as MinorUnits, currency: 'USD' })))
    expect(await review()).toMatchObject({ ok: true, value: { possibleDuplicate: null } })
    await valueOf(journal.recordIntent(kept))
    await valueOf(journal.recordOutcome(outcome('before')))
    expect(await review()).toMatchObject({ ok: true, value: { possibleDuplicate: { entryId: kept.entryId } } })
  })

  it('is refused if the profile has limits: the held amount is not known', async () => {
    const most = '100000' as MinorUnits
    const { review } = desk([{ currency: 'USD', ...unlimited, charge: most }])
    expect(await review()).toEqual({ ok: false, failure: { code: 'limited-amount-unknown' } })
  })
})
