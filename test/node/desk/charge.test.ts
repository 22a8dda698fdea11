import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Follow } from '#shared/model/answers/answer.ts'
import { charge, chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const confirm = { reason: null, acceptUnverifiedCard: false }

async function stateOf(desk: TestDesk, entryId: string) {
  const detail = await desk.call('history.entry', { entryId: entryId as never })
  return detail.row.state
}

/** Advances the clock from poll to poll until the desk reports that following ended. */
async function followedToTheEnd(desk: TestDesk, entryId: string): Promise<Follow> {
  const last = () => desk.events
    .filter((event) => event.name === 'orders.followed')
    .map((event) => event.payload as Follow)
    .filter((follow) => follow.entryId === entryId)
    .at(-1)
  await expect.poll(async () => {
    await desk.clock.pass(5_000)
    return last()?.ended ?? null
  }).not.toBeNull()
  return last()!
}

describe('a charge', () => {
  it('is reviewed, sent once, followed to its end, and found again', async () => {
    const desk = await open()
    const review = await desk.call('payments.review', chargeForm(desk))
    expect(review).toMatchObject({ amounts: ['10.15'], minorAmount: '1015', currency: 'USD', cardVerified: true, possibleDuplicate: null })
    expect(desk.ordersInLedger()).toHaveLength(0)

    const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    expect(answer.outcome).toEqual({ kind: 'accepted', status: 'processing', final: false })
    expect(answer.money).toBe('under-way')
    expect(desk.ordersInLedger()).toHaveLength(1)

    const followed = await followedToTheEnd(desk, answer.entryId)
    expect(followed.answer?.money).toBe('moved')
    expect(await stateOf(desk, answer.entryId)).toBe('approved')
    expect(desk.ordersInLedger()).toHaveLength(1)
    const found = await desk.call('history.search', {
      text: answer.serialNumber ?? '', states: [], operations: [], profileId: null, before: null, limit: 10,
    })
    expect(found.rows.map((row) => row.entryId)).toContain(answer.entryId)
  })

  it('is no longer ready once fifty others were reviewed after it: a page cannot fill the memory with reviews', async () => {
    const desk = await open()
    const review = () => desk.call('payments.review', chargeForm(desk))
    const [first, second] = [await review(), await review()]
    for (let more = 0; more < 49; more += 1) await review()
    expect(await desk.refused('payments.submit', { intentId: first.intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    expect(await desk.call('payments.submit', { intentId: second.intentId, ...confirm })).toMatchObject({ outcome: { kind: 'accepted' } })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('can be confirmed once: neither a second click nor two at the same moment send it again', async () => {
    const desk = await open()
    const { intentId } = await desk.call('payments.review', chargeForm(desk))
    const [one, other] = await Promise.allSettled([
      desk.call('payments.submit', { intentId, ...confirm }), desk.refused('payments.submit', { intentId, ...confirm }),
    ])
    expect(one.status).toBe('fulfilled')
    expect(other).toMatchObject({ value: { code: 'intent-under-way' } })
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('does not use a merchant order id twice, whichever of two reviews is confirmed first', async () => {
    const desk = await open()
    const form = chargeForm(desk)
    const first = await desk.call('payments.review', form)
    const second = await desk.call('payments.review', form)
    await desk.call('payments.submit', { intentId: first.intentId, ...confirm })
    const reason = { reason: 'another one', acceptUnverifiedCard: false }
    expect(await desk.refused('payments.submit', { intentId: second.intentId, ...reason })).toMatchObject({ code: 'merchant-order-id-used' })
    expect(await desk.refused('payments.review', form)).toMatchObject({ code: 'merchant-order-id-used' })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('of the same card, amount and currency within half an hour needs a reason, which is stored', async () => {
    const desk = await open()
    const first = await charge(desk)
    const review = await desk.call('payments.review', chargeForm(desk))
    expect(review.possibleDuplicate?.minorAmount).toBe('1015')
    expect(await desk.refused('payments.submit', { intentId: review.intentId, ...confirm })).toEqual({ code: 'reason-needed' })
    expect(desk.ordersInLedger()).toHaveLength(1)
    const answer = await desk.call('payments.submit', { intentId: review.intentId, reason: 'second seat', acceptUnverifiedCard: false })
    const detail = await desk.call('history.entry', { entryId: answer.entryId })
    expect(detail.events[0]).toMatchObject({ kind: 'intent', who: 'm.keller', reason: 'second seat' })

    const elsewhere = await desk.call('payments.review', chargeForm(desk, { amount: '10.16' }))
    expect(elsewhere.possibleDuplicate).toBeNull()
    await followedToTheEnd(desk, first.entryId)
    await followedToTheEnd(desk, answer.entryId)
    await desk.clock.pass(31 * 60_000)
    expect((await desk.call('payments.review', chargeForm(desk))).possibleDuplicate).toBeNull()
  })

  it('that duplicates another one confirmed at the same moment is not sent', async () => {
    const desk = await open()
    const one = await desk.call('payments.review', chargeForm(desk))
    const two = await desk.call('payments.review', chargeForm(desk))
    const answers = await Promise.allSettled([
      desk.call('payments.submit', { intentId: one.intentId, ...confirm }),
      desk.call('payments.submit', { intentId: two.intentId, ...confirm }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('of a card that could not be looked up must be accepted as unverified', async () => {
    const desk = await open()
    const review = await desk.call('payments.review', chargeForm(desk, { cardReference: '999' }))
    expect(review.cardVerified).toBe(false)
    expect(await desk.refused('payments.submit', { intentId: review.intentId, ...confirm })).toEqual({ code: 'unverified-card-not-accepted' })
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('forgets a review after ten minutes', async () => {
    const desk = await open()
    const { intentId } = await desk.call('payments.review', chargeForm(desk))
    await desk.clock.pass(11 * 60_000)
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'intent-gone' })
  })

  it('is not sent if the profile was edited after the review: only what was reviewed is charged', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('sandbox', 'Edited meanwhile')
    const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    const { profiles } = await desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find((view) => view.profile.id === profileId)!.profile
    await desk.call('profiles.save', { id, draft: { ...draft, login: 'another-login' } })
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'intent-gone' })
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('has every problem of the form reported before any request', async () => {
    const desk = await open()
    const before = desk.ledger().length
    const failure = await desk.refused('payments.review', chargeForm(desk, { amount: '10,15', currency: 'EUR', customerIpAddress: 'here' }))
    expect(failure).toMatchObject({ code: 'form-invalid', problems: [
      { field: 'amount', code: 'amount-comma' }, { field: 'currency', code: 'currency-fixed' }, { field: 'customerIpAddress', code: 'ip-address' },
    ] })
    expect(desk.ledger()).toHaveLength(before)
  })

  it('leaves no cvv, secret or whole control in any file of the application', async () => {
    const desk = await open()
    const cvv = '1234'
    const form = { ...chargeForm(desk), confidential: { cardVerificationValue: cvv } }
    const review = await desk.call('payments.review', form)
    const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    await followedToTheEnd(desk, answer.entryId)
    const detail = await desk.call('history.entry', { entryId: answer.entryId })
    expect(detail.fields.find((field) => field.name === 'cvv2')?.value).toBe('XXX')
    expect(detail.signedText).toContain('{merchant_control}')
    await desk.end()
    const files = readdirSync(desk.folder).filter((name) => name.startsWith('journal'))
    const text = files.map((name) => readFileSync(join(desk.folder, name)).toString('latin1')).join('')
    expect(text.includes(review.merchantOrderId)).toBe(true)
    expect(text.includes(desk.secret), 'the secret is in a file').toBe(false)
    expect(/cvv2[^a-z]{0,20}1234/.test(text), 'the cvv is in a file').toBe(false)
    const control = createHash('sha1').update(detail.signedText.replace('{merchant_control}', desk.secret)).digest('hex')
    expect(text.includes(control), 'the whole control stands in a file').toBe(false)
  })
})

describe('if the reply to a charge is lost', () => {
  it('money may have moved, nothing is sent again, and a status query resolves it', async () => {
    const desk = await open()
    await desk.sandbox.armFault({ kind: 'reset-after-reading', operation: 'recurrent-payment', times: 1, delayMs: 0 })
    const answer = await charge(desk)
    expect(answer).toMatchObject({ outcome: { kind: 'unknown', fault: 'connection-lost' }, money: 'may-have-moved' })
    expect(await desk.call('resolution.list', null)).toHaveLength(1)

    const checked = await desk.call('orders.checkStatus', { entryId: answer.entryId })
    expect(checked).toMatchObject({ resolved: true, mismatches: [], answer: { money: 'moved' } })
    expect(await stateOf(desk, answer.entryId)).toBe('approved')
    expect(await desk.call('resolution.list', null)).toHaveLength(0)
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('and the gateway does not know the order, it stays unknown: "not found" proves nothing', async () => {
    const desk = await open()
    await desk.sandbox.armFault({ kind: 'reset-before-reading', operation: 'recurrent-payment', times: 1, delayMs: 0 })
    const answer = await charge(desk)
    expect(answer.outcome.kind).toBe('unknown')
    const checked = await desk.call('orders.checkStatus', { entryId: answer.entryId })
    expect(checked).toMatchObject({ resolved: false, mismatches: ['not-found'] })
    expect(await stateOf(desk, answer.entryId)).toBe('unknown')
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it.each(['status-500', 'html', 'empty', 'truncated', 'cut-short', 'error-reply'] as const)('by %s, it is unknown and sent once', async (kind) => {
    const desk = await open()
    await desk.sandbox.armFault({ kind, operation: 'recurrent-payment', times: 1, delayMs: 0 })
    const answer = await charge(desk)
    expect(answer.outcome.kind).toBe('unknown')
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('a charge of another amount under the same id does not resolve it', async () => {
    const desk = await open()
    const form = chargeForm(desk)
    await desk.sandbox.armFault({ kind: 'reset-before-reading', operation: 'recurrent-payment', times: 1, delayMs: 0 })
    const review = await desk.call('payments.review', form)
    const lost = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    // Another desk of the same merchant used the same id for another amount.
    const other = await open({ processingMs: 0 })
    expect(other.ordersInLedger()).toHaveLength(0)
    const elsewhere = await desk.addProfile('sandbox', 'Other desk')
    const there = { ...form, profileId: elsewhere, values: { ...form.values, amount: '8.00' } }
    const theirs = await desk.call('payments.review', there)
    await desk.call('payments.submit', { intentId: theirs.intentId, ...confirm })
    const checked = await desk.call('orders.checkStatus', { entryId: lost.entryId })
    expect(checked).toMatchObject({ resolved: false, mismatches: ['amount'] })
    expect(await stateOf(desk, lost.entryId)).toBe('unknown')
  })
})

describe('after a restart', () => {
  it('an accepted charge is followed again to its end', async () => {
    const first = await open()
    const answer = await charge(first)
    await first.end()
    const second = await open({ folder: first.folder })
    const followed = await followedToTheEnd(second, answer.entryId)
    expect(followed.ended).toBe('final')
    expect(await stateOf(second, answer.entryId)).toBe('approved')
  })
})

describe('quitting', () => {
  it('waits for a request in progress and sends nothing new', async () => {
    const desk = await open()
    const review = await desk.call('payments.review', chargeForm(desk))
    await desk.sandbox.armFault({ kind: 'slow', operation: 'recurrent-payment', times: 1, delayMs: 300 })
    const submitted = desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    await expect.poll(() => desk.control.sending()).toBe('recurrent-payment')
    await desk.control.prepareToQuit()
    expect(desk.control.sending()).toBeNull()
    expect((await submitted).outcome.kind).toBe('accepted')
    expect(await desk.refused('cards.lookUp', { profileId: desk.profileId, entryPoint: review.entryPoint, cardReference: '4711' }))
      .toEqual({ code: 'quitting' })
  })
})
