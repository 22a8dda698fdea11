/** Limits of a profile: no person can exceed one, even with simultaneous requests. */
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { CurrencyLimits, ProfileDraft } from '#shared/model/profiles/profile.ts'
import { unlimited } from '../../../support/fixtures/limits.ts'
import { actionForm, carriedOut, followed, type Sold } from '../order-support.ts'
import { chargeForm, closeAll } from '../support.ts'
import { asOperator, openProtected, type ProtectedDesk } from './support.ts'

afterEach(closeAll)

const confirm = { reason: 'as agreed', acceptUnverifiedCard: true }
type Amounts = Partial<Record<Exclude<keyof CurrencyLimits, 'currency'>, string>>

/** A staging profile with limits in USD. */
async function limited(amounts: Amounts, options: Parameters<typeof openProtected>[0] = {}) {
  const desk = await openProtected(options)
  const profileId = await desk.addProfile('staging', 'Shop')
  await setLimits(desk, profileId, amounts)
  return { desk, profileId }
}

async function setLimits(
  desk: ProtectedDesk, profileId: ProfileId, amounts: Amounts, changes: Partial<ProfileDraft> = {},
): Promise<void> {
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  const limits = [{ currency: 'USD', ...unlimited, ...amounts }] as ProfileDraft['limits']
  await desk.call('profiles.save', { id, draft: { ...draft, limits, ...changes } })
}

async function sell(desk: ProtectedDesk, profileId: ProfileId, amount = '10.15'): Promise<Sold> {
  const { intentId } = await desk.call('payments.review', { ...chargeForm(desk, { amount }), profileId })
  const answer = await desk.call('payments.submit', { intentId, ...confirm })
  await followed(desk, answer)
  return { orderId: answer.orderId!, merchantOrderId: answer.merchantOrderId!, answer }
}

/** Advances hours at a desk that is in use, so that it does not lock. */
async function pass(desk: ProtectedDesk, hours: number): Promise<void> {
  for (let count = 0; count < hours * 12; count++) {
    await desk.clock.pass(5 * 60_000)
    await desk.calls['access.noteActivity'](null)
  }
}

/** A time zone without clock changes that has a full hour of the day at this moment. */
function zoneWhereItIs(hour: number, now: number): string {
  const ahead = (hour - new Date(now).getUTCHours() + 36) % 24 - 12
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const refundForm = (desk: ProtectedDesk, profileId: ProfileId, sold: Sold, amount?: string) =>
  ({ ...actionForm(desk, sold, 'return', amount === undefined ? {} : { amount, currency: 'USD' }), profileId })

describe('a charge over the limit of its profile', () => {
  it('is refused at its review, exactly from the first minor unit, with the people who may raise it', async () => {
    const { desk, profileId } = await limited({ charge: '1015' })
    await asOperator(desk)
    const form = (amount: string, currency = 'USD') => ({ ...chargeForm(desk, { amount, currency }), profileId })
    expect(await desk.refused('payments.review', form('10.16'))).toEqual({
      code: 'over-limit', limit: 'charge', minorAmount: '1015', currency: 'USD', reading: 'iso-4217',
      mayRaise: ['Ada Administrator'],
    })
    await desk.call('payments.review', form('10.15'))
    expect(await desk.trail()).toEqual(expect.arrayContaining([expect.objectContaining({
      action: 'limit-refused', name: 'Otto Operator', subject: 'Shop', detail: 'charge of 10.16 USD; limit (charge): 10.15 USD',
    })]))
  })

  it('is refused with the limit in the profile’s own minor units', async () => {
    const { desk, profileId } = await limited({})
    const switches = { ...defaultSwitches, minorUnitDigits: 'always-two' } as const
    for (const limits of [{ charge: '1000' }, { refundsOfADay: '1000' }]) {
      const sold = await sell(desk, profileId)
      await setLimits(desk, profileId, limits, { switches })
      const form = 'charge' in limits ? { ...chargeForm(desk), profileId } : refundForm(desk, profileId, sold)
      expect(await desk.refused('payments.review', form)).toMatchObject({ code: 'over-limit', reading: 'always-two' })
      await setLimits(desk, profileId, {})
    }
  })

  it('is refused at its confirmation if the limit was lowered after the review', async () => {
    const { desk, profileId } = await limited({ charge: '5000' })
    const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    await setLimits(desk, profileId, { charge: '1000' })
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toMatchObject({ code: 'over-limit', limit: 'charge' })
    expect(desk.ordersInLedger()).toHaveLength(0)
    await setLimits(desk, profileId, { charge: '1015' })
    await desk.call('payments.submit', { intentId, ...confirm })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('is refused if the limit was lowered, or the profile changed, while the message box was open', async () => {
    let meanwhile = async (): Promise<void> => undefined
    const desk = await openProtected({ system: { confirm: async () => {
      await meanwhile()
      return true
    } } })
    const profileId = await desk.addProfile('production', 'Shop')
    const review = async () => (await desk.call('payments.review', { ...chargeForm(desk), profileId })).intentId
    const [limitedLater, changedLater] = [await review(), await review()]
    meanwhile = () => setLimits(desk, profileId, { charge: '1000' })
    expect(await desk.refused('payments.submit', { intentId: limitedLater, ...confirm }))
      .toMatchObject({ code: 'over-limit', limit: 'charge', minorAmount: '1000' })
    await setLimits(desk, profileId, {})
    meanwhile = () => setLimits(desk, profileId, {}, { route: { kind: 'direct' } })
    expect(await desk.refused('payments.submit', { intentId: changedLater, ...confirm })).toEqual({ code: 'intent-gone' })
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('adds at most one audit line per minute, however often it is tried', async () => {
    const { desk, profileId } = await limited({ charge: '1' })
    for (let times = 0; times < 40; times++) await desk.refused('payments.review', { ...chargeForm(desk), profileId })
    await expect.poll(async () => (await desk.trail()).filter(({ action }) => action === 'limit-refused').length).toBe(10)
  })
})

describe('refunds', () => {
  it('of a whole order count with the reviewed amount', async () => {
    const { desk, profileId } = await limited({ refund: '1000' })
    const sold = await sell(desk, profileId)
    expect(await desk.refused('payments.review', refundForm(desk, profileId, sold))).toMatchObject({ code: 'over-limit', limit: 'refund' })
    await desk.call('payments.review', refundForm(desk, profileId, sold, '10.00'))
    expect(carriedOut(desk)).toEqual([])
  })

  it('of a day add up to the limit and no further, also those whose outcome is unknown', async () => {
    const { desk, profileId } = await limited({ refundsOfADay: '2000' })
    const first = await sell(desk, profileId)
    const second = await sell(desk, profileId)
    const third = await sell(desk, profileId)
    const refund = async (sold: Sold, amount?: string) => {
      const { intentId } = await desk.call('payments.review', refundForm(desk, profileId, sold, amount))
      return await desk.call('payments.submit', { intentId, ...confirm })
    }
    await desk.sandbox.armFault({ kind: 'reset-after-reading', operation: 'return', times: 1, delayMs: 0 })
    expect((await refund(first)).outcome.kind).toBe('unknown')
    expect(await desk.refused('payments.review', refundForm(desk, profileId, second))).toMatchObject({
      code: 'over-limit', limit: 'refunds-of-a-day', minorAmount: '2000', mayRaise: ['Ada Administrator'],
    })
    await followed(desk, await refund(second, '9.85'))
    expect(await desk.refused('payments.review', refundForm(desk, profileId, third, '0.01'))).toMatchObject({ code: 'over-limit' })
    await pass(desk, 25)
    await desk.call('payments.review', refundForm(desk, profileId, third, '0.01'))
  })

  it('attack: TZ is a zone in which another day has begun: the refunds of the profile’s own day count', async () => {
    const before = process.env.TZ
    onTestFinished(() => {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    })
    const { desk, profileId } = await limited({ refundsOfADay: '1500' })
    await setLimits(desk, profileId, { refundsOfADay: '1500' }, { timeZone: zoneWhereItIs(8, desk.clock.now()) })
    const [first, second] = [await sell(desk, profileId), await sell(desk, profileId)]
    const { intentId } = await desk.call('payments.review', refundForm(desk, profileId, first))
    await followed(desk, await desk.call('payments.submit', { intentId, ...confirm }))
    await pass(desk, 3)
    // In that zone it is one o'clock, and the refund was sent yesterday.
    process.env.TZ = zoneWhereItIs(1, desk.clock.now())
    expect(await desk.refused('payments.review', refundForm(desk, profileId, second)))
      .toMatchObject({ code: 'over-limit', limit: 'refunds-of-a-day', timeZone: zoneWhereItIs(11, desk.clock.now()) })
    expect(carriedOut(desk)).toHaveLength(1)
  })

  it('of one merchant count for each of its profiles since that profile’s own midnight', async () => {
    const { desk, profileId } = await limited({ refundsOfADay: '1500' })
    await setLimits(desk, profileId, { refundsOfADay: '1500' }, { timeZone: zoneWhereItIs(8, desk.clock.now()) })
    const { profiles } = await desk.call('profiles.list', null)
    const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
    const timeZone = zoneWhereItIs(22, desk.clock.now())
    const { id: east } = await desk.call('profiles.save', { id: null, draft: { ...draft, name: 'Shop, other zone', timeZone } })
    await desk.call('profiles.storeSecret', { id: east, secret: desk.secret })
    const [first, second] = [await sell(desk, profileId), await sell(desk, profileId)]
    const { intentId } = await desk.call('payments.review', refundForm(desk, profileId, first))
    await followed(desk, await desk.call('payments.submit', { intentId, ...confirm }))
    expect(await desk.refused('payments.review', refundForm(desk, east, second))).toMatchObject({ code: 'over-limit', timeZone })
    await pass(desk, 3)
    expect(await desk.refused('payments.review', refundForm(desk, profileId, second))).toMatchObject({ code: 'over-limit' })
    await desk.call('payments.review', refundForm(desk, east, second))
  })

  it('that are confirmed at the same moment stay within the limit of the day together', async () => {
    const { desk, profileId } = await limited({ refundsOfADay: '1500' })
    const orders = [await sell(desk, profileId), await sell(desk, profileId), await sell(desk, profileId)]
    const reviews = []
    for (const sold of orders) reviews.push(await desk.call('payments.review', refundForm(desk, profileId, sold)))
    const answers = await Promise.all(reviews.map(({ intentId }) => desk.calls['payments.submit']({ intentId, ...confirm })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers) {
      if (!answer.ok) {
        expect(answer.failure).toEqual({
          code: 'over-limit', limit: 'refunds-of-a-day', minorAmount: '1500', currency: 'USD', reading: 'iso-4217',
          mayRaise: ['Ada Administrator'], timeZone: 'UTC',
        })
      }
    }
    expect(carriedOut(desk)).toHaveLength(1)
  })
})

it('a profile with limits cannot use a currency without one, and a profile without limits is not limited', async () => {
  const { desk, profileId } = await limited({ charge: '1015' })
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  const limits = [{ currency: 'EUR', ...unlimited }] as ProfileDraft['limits']
  await desk.call('profiles.save', { id, draft: { ...draft, limits } })
  expect(await desk.refused('payments.review', { ...chargeForm(desk), profileId })).toMatchObject({ code: 'over-limit', minorAmount: '0' })
  await desk.call('profiles.save', { id, draft: { ...draft, limits: [] } })
  await desk.call('payments.review', { ...chargeForm(desk, { amount: '1000000.00' }), profileId })
})
