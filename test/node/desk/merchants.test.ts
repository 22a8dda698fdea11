/** One merchant with several profiles: the meaning of "once" in the second promise. */
import { afterEach, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { actionForm, asPayment, carriedOut, confirm, sold, type Sold } from './order-support.ts'
import { chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

async function draftOf(desk: TestDesk, id: ProfileId): Promise<ProfileDraft> {
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === id)!.profile
  return draft
}

/** A profile by the gateway's address, and a charge with it whose reply is lost. */
async function lostCharge(desk: TestDesk) {
  const profileId = await desk.addProfile('sandbox', 'Acme')
  await desk.sandbox.armFault({ kind: 'reset-after-reading', operation: 'recurrent-payment', times: 1, delayMs: 0 })
  const typed = { ...chargeForm(desk), profileId }
  const review = await desk.call('payments.review', typed)
  const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
  expect(answer.outcome.kind).toBe('unknown')
  return { profileId, typed, entryId: answer.entryId }
}

async function soldThrough(desk: TestDesk, profileId: ProfileId): Promise<Sold> {
  const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
  return await sold(desk, await desk.call('payments.submit', { intentId: review.intentId, ...confirm }))
}

describe('attack: a charge is lost, its profile is removed and entered again', () => {
  it('the profile is removed only after its open outcomes were shown and a reason was given, with an audit line', async () => {
    const desk = await open()
    const { profileId, entryId } = await lostCharge(desk)
    const refusal = await desk.refused('profiles.remove', { id: profileId })
    expect(refusal).toMatchObject({ code: 'open-outcomes', change: 'removal', entries: [{ entryId }] })
    await desk.call('profiles.remove', { id: profileId, reason: 'entered anew by the help desk' })
    const { lines } = await desk.call('maintenance.audit', { before: null, limit: 20 })
    expect(lines.find(({ action }) => action === 'open-outcomes-left')?.detail).toContain('entered anew by the help desk')
  })

  it('the same merchant order id is refused, the same card and amount need a reason: one order in the ledger', async () => {
    const desk = await open()
    const { profileId, typed, entryId } = await lostCharge(desk)
    await desk.call('profiles.remove', { id: profileId, reason: 'entered anew' })
    const again = await desk.addProfile('sandbox', 'Acme again')
    expect(await desk.refused('payments.review', { ...typed, profileId: again })).toEqual({ code: 'merchant-order-id-used', entryId })
    const other = { ...chargeForm(desk), profileId: again }
    const review = await desk.call('payments.review', other)
    expect(review.possibleDuplicate?.entryId).toBe(entryId)
    expect(await desk.refused('payments.submit', { intentId: review.intentId, ...confirm })).toEqual({ code: 'reason-needed' })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('the entry is resolved with the profile that was entered again', async () => {
    const desk = await open()
    const { profileId, entryId } = await lostCharge(desk)
    await desk.call('profiles.remove', { id: profileId, reason: 'entered anew' })
    expect(await desk.refused('orders.checkStatus', { entryId })).toEqual({ code: 'no-such-profile' })
    await desk.addProfile('sandbox', 'Acme again')
    expect(await desk.call('orders.checkStatus', { entryId })).toMatchObject({ resolved: true, mismatches: [] })
  })
})

describe('two profiles of one merchant', () => {
  it('are shown as sharing one history', async () => {
    const desk = await open()
    await desk.addProfile('sandbox', 'Acme')
    await desk.addProfile('sandbox', 'Acme second')
    const { profiles } = await desk.call('profiles.list', null)
    expect(profiles.map(({ profile, sameMerchantAs }) => [profile.name, sameMerchantAs])).toEqual([
      ['Sandbox', []], ['Acme', ['Acme second']], ['Acme second', ['Acme']],
    ])
  })

  it('attack: one order is refunded through both while the first refund is unknown: refused, one refund in the ledger', async () => {
    const desk = await open()
    const first = await desk.addProfile('sandbox', 'Acme')
    const second = await desk.addProfile('sandbox', 'Acme second')
    const order = await soldThrough(desk, first)
    await desk.sandbox.armFault({ kind: 'reset-after-reading', operation: 'return', times: 1, delayMs: 0 })
    const refund = (profileId: ProfileId, amount: string) =>
      ({ ...actionForm(desk, order, 'return', { amount, comment: 'wrong size' }), profileId })
    const { intentId } = await desk.call('payments.review', refund(first, '2.00'))
    const lost = await desk.call('payments.submit', { intentId, ...confirm })
    expect(lost.outcome.kind).toBe('unknown')
    expect(await desk.refused('payments.review', refund(second, '3.00'))).toEqual({ code: 'order-busy', entryId: lost.entryId })
    const { entryPoint } = chargeForm(desk)
    const page = asPayment(await desk.call('orders.page', { profileId: second, entryPoint, orderId: order.orderId, merchantOrderId: null }))
    expect(page.refunds).toMatchObject({ openEntryId: lost.entryId, knownHere: '200' })
    expect(carriedOut(desk)).toHaveLength(1)
  })
})

describe.each(['localhost', '127.1', '127.0.0.2', '[::1]'])('attack: a second profile names the same gateway by %s', (host) => {
  async function bySpelling(desk: TestDesk, profileId: ProfileId): Promise<ProfileId> {
    const draft = await draftOf(desk, profileId)
    const baseUrl = draft.gateway.kind === 'address' ? draft.gateway.baseUrl.replace('127.0.0.1', host) : ''
    const { id } = await desk.call('profiles.save', {
      id: null, draft: { ...draft, name: 'Other spelling', gateway: { kind: 'address', baseUrl } },
    })
    await desk.call('profiles.storeSecret', { id, secret: desk.secret })
    return id
  }

  it('a merchant order id that the first one used is refused: one order in the ledger', async () => {
    const desk = await open()
    const { profileId, typed, entryId } = await lostCharge(desk)
    const other = await bySpelling(desk, profileId)
    expect(await desk.refused('payments.review', { ...typed, profileId: other })).toEqual({ code: 'merchant-order-id-used', entryId })
    const review = await desk.call('payments.review', { ...chargeForm(desk), profileId: other })
    expect(review.possibleDuplicate?.entryId).toBe(entryId)
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('both were reviewed before either was confirmed: the second is refused', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('sandbox', 'Acme')
    const other = await bySpelling(desk, profileId)
    const form = chargeForm(desk)
    const [one, two] = [
      await desk.call('payments.review', { ...form, profileId }), await desk.call('payments.review', { ...form, profileId: other }),
    ]
    const { entryId } = await desk.call('payments.submit', { intentId: one.intentId, ...confirm })
    expect(await desk.refused('payments.submit', { intentId: two.intentId, reason: 'as agreed', acceptUnverifiedCard: true }))
      .toEqual({ code: 'merchant-order-id-used', entryId })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })
})

describe('a profile whose address changes', () => {
  const elsewhere = (draft: ProfileDraft): ProfileDraft => {
    const baseUrl = draft.gateway.kind === 'address' ? draft.gateway.baseUrl.replace(/:\d+$/, ':9') : ''
    return { ...draft, gateway: { kind: 'address', baseUrl } }
  }

  it('of the same merchant keeps history and warnings, with an audit line', async () => {
    const desk = await open()
    const { profileId, typed, entryId } = await lostCharge(desk)
    const draft = elsewhere(await draftOf(desk, profileId))
    expect(await desk.refused('profiles.save', { id: profileId, draft })).toMatchObject({ code: 'open-outcomes', change: 'merchant' })
    const openOutcomes = { reason: 'the gateway moved', sameMerchant: true }
    await desk.call('profiles.save', { id: profileId, draft, openOutcomes })
    const { profiles } = await desk.call('profiles.list', null)
    const { row } = await desk.call('history.entry', { entryId })
    expect(profiles.find(({ profile }) => profile.id === profileId)?.historyKey).toBe(row.merchantKey)
    const third = await desk.addProfile('sandbox', 'Old address')
    expect(await desk.refused('payments.review', { ...typed, profileId: third })).toEqual({ code: 'merchant-order-id-used', entryId })
    const { lines } = await desk.call('maintenance.audit', { before: null, limit: 20 })
    expect(lines.find(({ action }) => action === 'merchant-moved')?.detail).toMatch(/localhost:\d+.*localhost:9 .*the gateway moved/)
  })

  it('attack: a sandbox profile declares a production merchant the same by a draft that is refused: their histories stay apart', async () => {
    const desk = await open()
    const production = await desk.addProfile('production', 'Acme Shop')
    const { profileId } = await lostCharge(desk)
    const { gateway } = await draftOf(desk, production)
    const openOutcomes = { reason: 'the gateway moved', sameMerchant: true }
    expect(await desk.refused('profiles.save', { id: profileId, draft: { ...await draftOf(desk, profileId), gateway }, openOutcomes }))
      .toMatchObject({ code: 'profile-invalid', problems: [{ code: 'base-url-of-other-environment' }] })
    const { profiles } = await desk.call('profiles.list', null)
    const both = profiles.filter(({ profile: { id } }) => [production, profileId].includes(id))
    expect(new Set(both.map(({ historyKey }) => historyKey)).size).toBe(2)
    const { lines } = await desk.call('maintenance.audit', { before: null, limit: 20 })
    expect(lines.filter(({ action }) => action === 'merchant-moved' || action === 'open-outcomes-left')).toEqual([])
  })

  it('causes the question even without open outcomes, once money was touched', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('sandbox', 'Acme')
    const draft = elsewhere(await draftOf(desk, profileId))
    await soldThrough(desk, profileId)
    expect(await desk.refused('profiles.save', { id: profileId, draft })).toMatchObject({ code: 'open-outcomes', change: 'merchant', entries: [] })
  })

  it('does not silently lose an entry point that open outcomes use', async () => {
    const desk = await open()
    const { profileId, entryId } = await lostCharge(desk)
    const draft = await draftOf(desk, profileId)
    const entryPoints = [{ kind: 'endpoint' as const, id: '9999', currency: 'USD' }]
    expect(await desk.refused('profiles.save', { id: profileId, draft: { ...draft, entryPoints } }))
      .toMatchObject({ code: 'open-outcomes', change: 'entry-point', entries: [{ entryId }] })
  })
})
