/** Random events of this desk and of another one, and the resulting state of each entry. */
import * as fc from 'fast-check'
import type { DeskId, EntryId, Masked, MinorUnits } from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import { isOpen, type EntryState, type HistoryRow } from '#shared/model/history/history.ts'
import { startOfDay } from '#shared/start-of-day.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import { answer, entryOf, id32, logOf, sale } from '../../journal/foreign-logs.ts'
import { statusReply } from '../../journal/list-entries.ts'
import { charge, entryId, merchantOrderId, observation, orderId, outcome } from '../../journal/samples.ts'
import { valueOf } from '../../journal/with-journal.ts'
import { ofMerchant, removeContent, timeOf, type TodayDesk } from './today-desk.ts'

/** Each entry with the time at which it became final, recorded from the events without any code of the sums. */
export type Model = Map<EntryId, { readonly row: HistoryRow; readonly since: number | null }>
export type Step = (desk: TodayDesk, model: Model) => Promise<void>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const anna = { deskId: id32('anna') as DeskId, label: 'Till 1', publicKey: null, isAdmitted: true }

function phaseOf(state: EntryState): string {
  return state === 'sending' || state === 'processing' ? 'pending' : isOpen(state) ? 'in doubt' : 'final'
}

async function note(model: Model, of: Pick<TodayDesk['copies'], 'entry'>, id: EntryId, at: number): Promise<void> {
  const row = (await valueOf(of.entry({ entryId: id })))?.row
  if (row === undefined) return
  const before = model.get(id)
  const [was, is] = [phaseOf(before?.row.state ?? 'sending'), phaseOf(row.state)]
  model.set(id, { row, since: is === 'pending' ? null : was === is ? before?.since ?? null : at })
}

/** Whether the journal accepts it depends on what came before. */
async function attempt(run: Promise<unknown>): Promise<void> {
  await run.catch(() => null)
}

/** Moments around the counted ones: many at midnight, at clock changes, and at the ends of quarter-hours. */
function moments(now: number, timeZone: string): fc.Arbitrary<number> {
  const quarter = Math.floor(now / (15 * minute))
  const days = fc.integer({ min: 0, max: 8 })
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: now - 12 * hour, max: now + hour }) },
    {
      weight: 2,
      arbitrary: fc.tuple(days, fc.integer({ min: -14 * hour, max: hour })).map(([ago, by]) => now - ago * day + by),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(days, fc.integer({ min: -60, max: 2 }), fc.constantFrom(-1, 0, 1))
        .map(([ago, quarters, by]) => (quarter + quarters) * 15 * minute - ago * day + by),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(days, fc.constantFrom(-1, 0, 1))
        .map(([ago, by]) => startOfDay(now - ago * day, timeZone) + by),
    },
  )
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const status = fc.constantFrom(
  'approved', 'approved', 'approved', 'declined', 'declined', 'filtered', 'error', 'processing',
)
interface Money {
  readonly amount: string
  readonly currency: string
  readonly errorCode: string | null
  readonly brand: string
  readonly who: string
  readonly elsewhere: boolean
  readonly operation: OperationId
}
const money: fc.Arbitrary<Money> = fc.record({
  amount: fc.constantFrom('1015', '999', '250000'), currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  errorCode: fc.constantFrom(null, '116', '54'), brand: fc.constantFrom('VISA', 'MASTERCARD'),
  who: fc.constantFrom('mara', 'pia'), elsewhere: fc.constantFrom(false, false, false, true),
  operation: fc.constantFrom<OperationId>('sale', 'recurrent-payment', 'preauth'),
})

function intentOf(desk: TodayDesk, { amount, currency, who, elsewhere, operation }: Money) {
  const minorAmount = amount as MinorUnits
  return {
    ...ofMerchant(desk), ...(elsewhere && { environment: 'staging' as const }), minorAmount, currency, who, operation,
    effect: operation === 'preauth' ? 'holds-money' as const : 'moves-money' as const, reviewed: { minorAmount, currency },
  }
}

const sold = (at: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
  fc.record({ number: fc.nat({ max: 99 }), when: at, of: money, state: status, end: fc.constantFrom(0, 0, 0, 1, 2) })
    .map(({ number, when, of, state, end }): Step => async (desk, model) => {
      const first = [...'abcdef'][number % 6] ?? 'a'
      const id = model.has(entryId(first)) ? `${first}${number}` : first
      const kind = (['accepted', 'unknown', 'not-sent'] as const)[end] ?? 'accepted'
      await attempt(valueOf(desk.journal.recordIntent(charge(id, {
        ...intentOf(desk, of), at: timeOf(when - minute), merchantOrderId: merchantOrderId(`m-${id}`),
      }))))
      const type = of.operation === 'preauth' ? 'preauth' : 'sale'
      await attempt(desk.journal.recordOutcome(outcome(id, {
        at: timeOf(when), kind, status: end === 0 ? state : null, errorCode: of.errorCode, orderId: orderId(`o-${id}`),
        reply: statusReply({ 'status': state, 'transaction-type': type, 'card-type': of.brand }),
      })))
      await note(model, desk.journal, entryId(id), when)
    })

const observed = (at: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
  fc.tuple(name, at, status, fc.boolean()).map(([of, when, state, resolves]): Step => async (desk, model) => {
    const errorCode = state === 'declined' ? '51' : null
    const reported = { at: timeOf(when), status: state, resolves, errorCode }
    await attempt(desk.journal.recordObservation(observation(of, reported)))
    await note(model, desk.journal, entryId(of), when)
  })

const acted = (at: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
  fc.tuple(name, at, fc.constantFrom<OperationId>('return', 'void', 'capture'), status, fc.boolean())
    .map(([of, when, operation, state, isPart]): Step => async (desk, model) => {
      const id = `${operation}-${of}`
      const [minorAmount, currency] = isPart ? ['500' as MinorUnits, 'USD'] as const : [null, null] as const
      await attempt(valueOf(desk.journal.recordIntent(charge(id, {
        ...ofMerchant(desk), operation, createsOrder: false, orderId: orderId(`o-${of}`), at: timeOf(when),
        minorAmount, currency,
      }))))
      await attempt(desk.journal.recordOutcome(outcome(id, {
        at: timeOf(when), status: state, orderId: orderId(`o-${of}`),
      })))
      await note(model, desk.journal, entryId(id), when)
    })

const closed = (at: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
  fc.tuple(name, at, fc.constantFrom('not-found', 'error')).map(([of, when, closes]): Step => async (desk, model) => {
    await attempt(desk.journal.recordClosing({
      entryId: entryId(of), at: timeOf(when), who: 'ada', reason: 'compared' as Masked, closes, errorCode: null,
      errorText: null, reply: null,
    }))
    await note(model, desk.journal, entryId(of), when)
  })

const soldElsewhere = (now: number, at: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
  fc.tuple(fc.nat({ max: 99 }), at, money, status).map(([number, when, of, state]): Step => async (desk, model) => {
    const theirs = `their-${number}`
    if (model.has(entryOf(theirs))) return
    const { desks: [from = { number: 0, link: firstLink }] } = await valueOf(desk.copies.state())
    const reply = { at: timeOf(when), status: state, errorCode: of.errorCode, orderId: orderId(`o-${theirs}`) }
    const records = [sale(theirs, timeOf(when), intentOf(desk, of)), answer(theirs, timeOf(when), reply)]
    const events = logOf(anna, records, from)
    await valueOf(desk.copies.copy({ desks: [anna], events, own: [], upToDateAt: timeOf(now) }))
    await note(model, desk.copies, entryOf(theirs), when)
  })

/** Sequences of events up to about a time; clocks are set back between them. */
export function stepsUntil(now: number, timeZone: string): fc.Arbitrary<readonly Step[]> {
  const at = moments(now, timeZone)
  const removed: Step = (desk) => removeContent(desk, now)
  return fc.array(fc.oneof(
    { weight: 14, arbitrary: sold(at) }, { weight: 5, arbitrary: soldElsewhere(now, at) },
    { weight: 4, arbitrary: observed(at) }, { weight: 3, arbitrary: acted(at) }, { weight: 1, arbitrary: closed(at) },
    { weight: 1, arbitrary: fc.constant(removed) },
  ), { minLength: 25, maxLength: 50 })
}
