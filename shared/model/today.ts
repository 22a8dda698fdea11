/**
 * Today: the figures of a merchant in one environment, of what was sent from these desks. The gateway lists no orders,
 * so they are no turnover. Each order counts once, when it became final; a refund counts at its own time.
 */
import { createsOrder, operationIds, operations, type OperationId } from '../gateway/operations.ts'
import type { OperationKind } from '../gateway/catalogue/kinds.ts'
import { deskIdSchema, maskedSchema, merchantKeySchema, utcTimeSchema } from './branded.ts'
import { environmentSchema } from './environment.ts'
import type { EntryState } from './history.ts'
import type { HistoryFilter } from './history-list.ts'
import { z } from './zod.ts'

/**
 * `approved`, `held`, `paidOut` and `transferred` are approved payments by what they do; `captured`, `refunded` and
 * `voided` approved actions on an order. `declined`, `filtered`, `error` and `unknown` are payments; the last two count
 * while they are open.
 */
export const figureNames = [
  'approved', 'held', 'captured', 'paidOut', 'transferred', 'declined', 'filtered', 'error', 'unknown', 'refunded', 'voided',
] as const
export type FigureName = (typeof figureNames)[number]

interface Counted {
  readonly states: readonly EntryState[]
  readonly operations: readonly OperationId[]
}

const ofKind = (...kinds: OperationKind[]): OperationId[] =>
  operationIds.filter((id) => kinds.includes(operations[id].kind))
const payments = operationIds.filter((id) => createsOrder(operations[id]))

/** What each figure counts. */
export const figures: Readonly<Record<FigureName, Counted>> = {
  approved: { states: ['approved'], operations: ofKind('charge') },
  held: { states: ['approved'], operations: ofKind('hold', 'hold-without-amount') },
  captured: { states: ['approved'], operations: ofKind('capture') },
  paidOut: { states: ['approved'], operations: ofKind('payout') },
  transferred: { states: ['approved'], operations: ofKind('transfer') },
  declined: { states: ['declined'], operations: payments },
  filtered: { states: ['filtered'], operations: payments },
  error: { states: ['error'], operations: payments },
  unknown: { states: ['unknown'], operations: payments },
  refunded: { states: ['approved'], operations: ['return'] },
  voided: { states: ['approved'], operations: ['void'] },
}

/** The payments whose reasons are listed. */
export const failedPayments: Counted = { states: ['declined', 'filtered'], operations: payments }

/** The net amount: of everything that touches money. */
const everything: Counted = { states: [], operations: [] }

const period = { from: utcTimeSchema, until: utcTimeSchema }

/** Decimal text in major units. `withoutAmount` of the payments have no amount that is known. */
const figureSchema = z.object({ payments: z.number(), amount: z.string(), withoutAmount: z.number() })
export type Figure = z.infer<typeof figureSchema>

const figuresOf = <Schema extends z.ZodType>(schema: Schema) => z.record(z.enum(figureNames), schema)

const currencyFiguresSchema = z.object({
  /** Null where it is not known. */
  currency: z.string().nullable(),
  figures: figuresOf(figureSchema),
  /** What approved movements brought, or cost (minus); `netUnknown` of them have no amount that is known. */
  net: z.string(),
  netUnknown: z.number(),
})
export type CurrencyFigures = z.infer<typeof currencyFiguresSchema>

/** The figures of a period, by currency in the order of their codes. */
const periodFiguresSchema = z.object({ ...period, currencies: z.array(currencyFiguresSchema).readonly() })
type PeriodFigures = z.infer<typeof periodFiguresSchema>

/** One of the hours that a clock shows. */
const hourFiguresSchema = z.object({
  /** 0 to 23. */
  hour: z.number(),
  ...period,
  /** How many payments, refunds and voids of today. */
  counts: figuresOf(z.number()),
  /** How many in the same hour of the last seven days together. */
  before: figuresOf(z.number()),
})

const amounts = z.array(z.object({ currency: z.string().nullable(), ...figureSchema.shape })).readonly()

const reasonSchema = z.object({
  /** The gateway's code; null where it gave none. */
  errorCode: z.string().nullable(),
  /** The gateway's text, from the newest of them whose content is still there. */
  errorText: maskedSchema.nullable(),
  payments: z.number(),
  amounts,
})

/** Most reasons that are listed. */
export const mostReasons = 5

export const todaySchema = z.object({
  merchantKey: merchantKeySchema,
  environment: environmentSchema,
  /** The zone of the profile, whose days and hours these are. */
  timeZone: z.string(),
  /** From the beginning of the day through the present quarter-hour. */
  soFar: periodFiguresSchema,
  /** The same hours of the last seven days, yesterday first. */
  before: z.array(periodFiguresSchema).readonly(),
  hours: z.array(hourFiguresSchema).readonly(),
  /** Payments of `soFar` that were declined or filtered, and the most frequent reasons. */
  failed: z.object({ payments: z.number(), amounts, reasons: z.array(reasonSchema).readonly() }),
  /** The other desks of the team whose payments are included; null where this desk alone is. */
  otherDesks: z.object({
    desks: z.array(z.object({ desk: deskIdSchema, label: z.string() })).readonly(),
    upToDateAt: utcTimeSchema.nullable(),
  }).nullable(),
})
export type Today = z.infer<typeof todaySchema>

/** What a number of Today counts. */
export interface TodayNumber {
  readonly figure: FigureName | 'failed' | 'net'
  readonly period: Pick<PeriodFigures, 'from' | 'until'>
  /** Absent: any; null: not known. */
  readonly currency?: string | null
  readonly errorCode?: string | null
}

/** The filter of the history whose list is behind a number of Today, and whose totals equal it. */
export function filterOfNumber(
  { merchantKey, environment }: Pick<Today, 'merchantKey' | 'environment'>,
  { figure, period: { from, until }, currency, errorCode }: TodayNumber,
): HistoryFilter {
  const without = [
    ...(currency === null ? ['currency' as const] : []), ...(errorCode === null ? ['errorCode' as const] : []),
  ]
  return {
    text: '', view: 'payments', profileId: null, merchantKey, environments: [environment], ...countedBy(figure),
    finalFrom: from, finalUntil: until,
    ...(currency != null && { currency }), ...(errorCode != null && { errorCode }),
    ...(without.length > 0 && { without }),
  }
}

function countedBy(figure: TodayNumber['figure']): Counted {
  switch (figure) {
    case 'net': return everything
    case 'failed': return failedPayments
    default: return figures[figure]
  }
}
