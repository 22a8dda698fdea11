/** The limits on sums: of a day, which the journal checks when it writes an intent, and of a batch. */
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import { effectOf, operations, type MoneyEntry, type OperationId } from '#shared/gateway/operations/operations.ts'
import { profileSchema, type CurrencyLimits } from '#shared/model/profiles/profile.ts'
import { paymentLimits } from '../../../electron/desk/payments/limits.ts'
import type { Intent, Observation, OutcomeRecord } from '../../../electron/journal/port.ts'
import { draft } from '../../support/canary/every-call.ts'
import { unlimited } from '../../support/fixtures/limits.ts'
import { unattendedSystem } from '../../support/fixtures/system.ts'
import { at, charge, masked, notSent, observation, outcome, refund, shop } from '../journal/samples.ts'
import { openHere, valueOf } from '../journal/with-journal.ts'

type Amounts = Partial<Record<Exclude<keyof CurrencyLimits, 'currency'>, string>>

/** A journal and a profile with limits in USD; its day began before the samples. */
function limited(amounts: Amounts) {
  const { journal } = openHere()
  const system = unattendedSystem(['production'], { now: () => Date.parse(at(5)), schedule: () => () => undefined })
  const limits = paymentLimits({ journal, system, users: { administrators: () => ['Ada'] } } as never)
  const profile = profileSchema.parse({
    ...draft('https://gate.example', 'production'), timeZone: 'UTC', id: shop.profileId,
    limits: [{ currency: 'USD', ...unlimited, ...amounts }, { currency: 'EUR', ...unlimited }],
  })
  const dayLimit = ({ operation, currency }: Intent) => limits.dayLimit(profile, {
    operationRequest: { operation: operations[operation], values: { currency }, target: { context: profile } }, request: { minorAmount: '1' },
  } as never)
  return {
    /** Writes an intent as the desk does. */
    async send(intent: Intent, ended?: Partial<OutcomeRecord>) {
      const written = await journal.recordIntent({ ...intent, dayLimit: dayLimit(intent) })
      if (written.ok && ended !== undefined) await valueOf(journal.recordOutcome({ ...outcome(''), ...ended, entryId: intent.entryId }))
      return written.ok ? 'sent' : written.failure.code === 'over-limit' ? written.failure.limit : written.failure.code
    },
    report: (result: Observation) => valueOf(journal.recordObservation(result)),
    async batch(id: OperationId, ...sums: [currency: string | null, minorAmount: string | null][]) {
      const batchSums = sums.map(([currency, amount]) => ({ currency, minorAmount: amount as MinorUnits | null }))
      const refusal = await limits.batchRefusal(profile, operations[id] as MoneyEntry, batchSums)
      return refusal?.code === 'over-limit' ? refusal.limit : refusal?.code ?? 'sent'
    },
  }
}

const other = (operation: OperationId, name: string, changes: Partial<Intent> = {}): Intent =>
  charge(name, { operation, effect: effectOf(operations[operation]), ...changes })
const capture = (name: string): Intent => refund(name, { operation: 'capture', effect: 'moves-money' })

describe('the sum of a day', () => {
  it('of charges counts holds and unknown outcomes, and not declined or unsent ones', async () => {
    const { send } = limited({ chargesOfADay: '3100' })
    expect(await send(charge('declined'), { kind: 'refused', status: 'declined' })).toBe('sent')
    expect(await send(charge('never left'), notSent('never left'))).toBe('sent')
    expect(await send(charge('lost'), { kind: 'unknown', fault: 'answer-timeout' })).toBe('sent')
    expect(await send(other('preauth', 'held'))).toBe('sent')
    expect(await send(charge('too much', { reviewed: { minorAmount: '1071' as MinorUnits, currency: 'USD' } }))).toBe('charges-of-a-day')
    expect(await send(charge('the rest', { reviewed: { minorAmount: '1070' as MinorUnits, currency: 'USD' } }))).toBe('sent')
    expect(await send(charge('a cent', { reviewed: { minorAmount: '1' as MinorUnits, currency: 'USD' } }))).toBe('charges-of-a-day')
  })

  it('of charges counts a hold once: its capture is always possible', async () => {
    const { send } = limited({ chargesOfADay: '1015' })
    expect(await send(other('preauth', 'held'))).toBe('sent')
    expect(await send(capture('captured'))).toBe('sent')
    expect(await send(charge('another'))).toBe('charges-of-a-day')
  })

  it('counts the highest of enumerated amounts until the gateway reports the charged one', async () => {
    const { send, report } = limited({ chargesOfADay: '5000' })
    const inTurn = { enumeratedMinorAmounts: ['4000', '900'] as MinorUnits[] }
    expect(await send(charge('tried', inTurn), {})).toBe('sent')
    expect(await send(charge('over'))).toBe('charges-of-a-day')
    expect(await send(charge('over in turn', inTurn))).toBe('charges-of-a-day')
    await report(observation('tried', {
      status: 'approved', reply: masked('type=status-response\n&status=approved\n&amount=9.00\n&currency=USD\n'),
    }))
    expect(await send(charge('fits', inTurn))).toBe('sent')
  })

  it('of payouts counts only payouts, and those of charges and refunds do not count them', async () => {
    const { send } = limited({ payoutsOfADay: '2030', chargesOfADay: '1015', refundsOfADay: '1015' })
    expect(await send(charge('charged'))).toBe('sent')
    expect(await send(refund('refunded'))).toBe('sent')
    expect(await send(other('payout-v2', 'first'))).toBe('sent')
    expect(await send(other('transfer-v4', 'second'))).toBe('sent')
    expect(await send(other('payout-v4', 'third'))).toBe('payouts-of-a-day')
  })

  it('is one of its currency, and begins with the day', async () => {
    const { send } = limited({ chargesOfADay: '1015' })
    expect(await send(charge('euro', { currency: 'EUR', reviewed: { minorAmount: '9000' as MinorUnits, currency: 'EUR' } }))).toBe('sent')
    expect(await send(charge('yesterday', { at: at(-10 * 60) }))).toBe('sent')
    expect(await send(charge('today'))).toBe('sent')
  })
})

describe('a batch', () => {
  it('is refused if its sum is over the limit of one batch, in any of its currencies', async () => {
    const { batch } = limited({ batch: '10000', charge: '50' })
    expect(await batch('recurrent-payment', ['USD', '10000'])).toBe('sent')
    expect(await batch('recurrent-payment', ['USD', '10001'])).toBe('batch')
    expect(await batch('recurrent-payment', ['USD', '1'], ['JPY', '1'])).toBe('batch')
    expect(await batch('return', ['USD', null])).toBe('limited-amount-unknown')
    expect(await batch('void', [null, null])).toBe('limited-amount-unknown')
  })

  it('of full refunds passes if no batch limit is set: the limits of a single amount apply to each', async () => {
    expect(await limited({ refund: '1015', refundsOfADay: '2000' }).batch('return', [null, null])).toBe('sent')
  })

  it('is refused if its sum and the payments of the day are over the limit of the day', async () => {
    const { send, batch } = limited({ chargesOfADay: '3000' })
    await send(charge('before'))
    expect(await batch('recurrent-payment', ['USD', '1985'])).toBe('sent')
    expect(await batch('recurrent-payment', ['USD', '1986'])).toBe('charges-of-a-day')
    expect(await batch('capture', ['USD', '9999'])).toBe('sent')
    expect(await batch('return', ['USD', null])).toBe('sent')
  })
})
