/** Profiles edited between review and confirmation: the request is sent exactly as reviewed, or not at all. */
import { afterEach, describe, expect, it } from 'vitest'
import { endsReview } from '#shared/model/payments/review-end.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../electron/gateway/port.ts'
import { act, actionForm, cardForm, carriedOut, confirm, followed, sell, sold } from './order-support.ts'
import { chargeForm, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

/** A reviewed charge of a profile at an address, and a function that edits the profile. */
async function reviewedCharge(changes: Partial<ProfileDraft> = {}, options: Parameters<typeof open>[0] = {}) {
  const desk = await open(options)
  const profileId = await desk.addProfile('sandbox', 'Acme')
  const edit = async (edited: (draft: ProfileDraft) => Partial<ProfileDraft>): Promise<void> => {
    const { profiles } = await desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
    const openOutcomes = { reason: 'another shop', sameMerchant: false }
    await desk.call('profiles.save', { id, draft: { ...draft, ...edited(draft) }, openOutcomes })
  }
  await edit(() => changes)
  const form = { ...chargeForm(desk), profileId }
  return { desk, edit, form, review: await desk.call('payments.review', form) }
}

describe('an edit of the profile after the review', () => {
  it.each<[string, (draft: ProfileDraft) => Partial<ProfileDraft>]>([
    ['the same saved once more', () => ({})],
    ['another name', () => ({ name: 'Acme Ltd' })],
    ['one more endpoint', ({ entryPoints }) => ({ entryPoints: [...entryPoints, { kind: 'endpoint', id: '4711', currency: 'EUR' }] })],
    ['an explicit route that was the default before', () => ({ route: { kind: 'system' } })],
  ])('%s: it is sent, signed with the text that was shown', async (_name, edited) => {
    const { desk, edit, review } = await reviewedCharge()
    await edit(edited)
    const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    expect(answer).toMatchObject({ outcome: { kind: 'accepted' }, signedText: review.signedText })
  })

  it.each<[string, (draft: ProfileDraft) => Partial<ProfileDraft>]>([
    ['another login', () => ({ login: 'another-login' })],
    ['another product word', () => ({ productWord: 'other' })],
    ['another address', () => ({ gateway: { kind: 'address', baseUrl: 'http://127.0.0.1:1' } })],
    ['a switch that changes the path', ({ switches }) => ({ switches: { ...switches, recurrentPath: 'make-rebill' } })],
    ['a switch that changes what is signed', ({ switches }) => ({ switches: { ...switches, recurrentControlStartsWithEntryPoint: false } })],
    ['the endpoint\'s currency', () => ({ entryPoints: [{ ...endpoint, currency: 'EUR' } as typeof endpoint] })],
    ['another route', () => ({ route: { kind: 'direct' } })],
  ])('%s: nothing is sent, and the review has ended', async (_name, edited) => {
    const { desk, edit, review } = await reviewedCharge()
    await edit(edited)
    expect(await desk.refused('payments.submit', { intentId: review.intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    await edit(() => ({}))
    expect(await desk.refused('payments.submit', { intentId: review.intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('that refuses card numbers from now on: the reviewed one is not sent, and the review has ended', async () => {
    const { desk, edit, form: { profileId } } = await reviewedCharge()
    const { intentId } = await desk.call('payments.review', { ...cardForm(desk, 'sale'), profileId })
    await edit(() => ({ cardEntry: 'refused' }))
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'card-entry-refused' })
    await edit(() => ({ cardEntry: 'allowed' }))
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('during the confirmation, while the order is queried: the refund is sent as reviewed', async () => {
    let whileAsked = async (): Promise<void> => undefined
    const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
    const gateway: GatewayPort = {
      ...real,
      async send(request) {
        if (request.operation === 'status') await whileAsked()
        return await real.send(request)
      },
    }
    const { desk, edit, form: { profileId }, review: sale } = await reviewedCharge({}, { gateway })
    const order = await sold(desk, await desk.call('payments.submit', { intentId: sale.intentId, ...confirm }))
    const review = await desk.call('payments.review', { ...actionForm(desk, order, 'return'), profileId })
    whileAsked = () => edit(() => ({ login: 'another-login', productWord: 'other' }))
    const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    expect(answer).toMatchObject({ outcome: { kind: 'accepted' }, signedText: review.signedText })
    expect(carriedOut(desk)).toHaveLength(1)
  })
})

describe('a hold that is captured after the review', () => {
  it.each(['return', 'void'] as const)('of its release (%s): nothing is sent, as the same request would now return collected money', async (operation) => {
    const desk = await open()
    const held = await desk.call('payments.review', cardForm(desk, 'preauth'))
    const order = await sold(desk, await desk.call('payments.submit', { intentId: held.intentId, ...confirm }))
    const { intentId } = await desk.call('payments.review', actionForm(desk, order, operation))
    await followed(desk, await act(desk, order, 'capture'))
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'not-possible-now', why: 'order-changed' })
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    expect(carriedOut(desk).map((line) => line.operation)).toEqual(['capture'])
  })
})

describe('the release of a hold', () => {
  it('is reviewed as one again after the first was declined, although the order reports a reversal', async () => {
    const desk = await open()
    const held = await desk.call('payments.review', { ...chargeForm(desk, { cardReference: '1000301' }), operation: 'recurrent-preauthorisation' })
    const order = await sold(desk, await desk.call('payments.submit', { intentId: held.intentId, ...confirm }))
    await followed(desk, await act(desk, order, 'return'))
    const again = await desk.call('payments.review', actionForm(desk, order, 'return'))
    expect([held.releasesHold, again.releasesHold]).toEqual([false, true])
  })
})

describe('a failure of the confirmation', () => {
  async function reviewedRefund(desk: TestDesk) {
    const order = await sell(desk)
    const { intentId } = await desk.call('payments.review', actionForm(desk, order, 'return', { amount: '4.00', currency: 'USD' }))
    await act(desk, order, 'return', { amount: '3.15', currency: 'USD' })
    return { submit: () => desk.refused('payments.submit', { intentId, ...confirm }) }
  }

  it('that ends the review for the page also ends it in the desk', async () => {
    const desk = await open()
    const { submit } = await reviewedRefund(desk)
    const failure = await submit()
    expect(failure).toMatchObject({ code: 'order-busy' })
    expect(endsReview(failure)).toBe(true)
    expect(await submit()).toEqual({ code: 'intent-gone' })
  })

  it('that does not end it allows another confirmation', async () => {
    const { desk, form, review } = await reviewedCharge()
    await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    const { intentId } = await desk.call('payments.review', { ...form, values: { ...form.values, merchantOrderId: 'second-seat' } })
    const failure = await desk.refused('payments.submit', { intentId, ...confirm })
    expect(failure).toEqual({ code: 'reason-needed' })
    expect(endsReview(failure)).toBe(false)
    expect(await desk.call('payments.submit', { intentId, ...confirm, reason: 'two seats' })).toMatchObject({ outcome: { kind: 'accepted' } })
  })
})
