/**
 * Today: a merchant's figures in one environment, of requests from the desks here. The gateway lists no orders, so they
 * are not the turnover. Each order counts once, when it became final; a refund counts at its own time.
 */
import { deskIdSchema, maskedSchema, merchantKeySchema, utcTimeSchema } from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { figureNames } from './today-numbers.ts'
import { z } from '../values/zod.ts'

const period = { from: utcTimeSchema, until: utcTimeSchema }

/** Decimal text in major units. `withoutAmount` of the payments have no known amount. */
const figureSchema = z.object({ payments: z.number(), amount: z.string(), withoutAmount: z.number() })
export type Figure = z.infer<typeof figureSchema>

const figuresOf = <Schema extends z.ZodType>(schema: Schema) => z.record(z.enum(figureNames), schema)

export const currencyFiguresSchema = z.object({
  /** Null if not known. */
  currency: z.string().nullable(),
  figures: figuresOf(figureSchema),
  /** What approved movements brought, or cost (minus); `netUnknown` of them have no known amount. */
  net: z.string(),
  netUnknown: z.number(),
})
export type CurrencyFigures = z.infer<typeof currencyFiguresSchema>

/** The figures of a period, by currency in the order of their codes. */
const periodFiguresSchema = z.object({ ...period, currencies: z.array(currencyFiguresSchema).readonly() })
export type PeriodFigures = z.infer<typeof periodFiguresSchema>

/** One of the hours that a clock shows. */
const hourFiguresSchema = z.object({
  /** 0 to 23. */
  hour: z.number(),
  ...period,
  /** The number of today's payments, refunds and voids. */
  counts: figuresOf(z.number()),
  /** The number in the same hour of the last seven days together. */
  before: figuresOf(z.number()),
})
export type HourFigures = z.infer<typeof hourFiguresSchema>

const amounts = z.array(z.object({ currency: z.string().nullable(), ...figureSchema.shape })).readonly()

export const reasonSchema = z.object({
  /** The gateway's code; null without one. */
  errorCode: z.string().nullable(),
  /** The gateway's text, from the newest of them whose content was not removed. */
  errorText: maskedSchema.nullable(),
  payments: z.number(),
  amounts,
})
export type DeclineReason = z.infer<typeof reasonSchema>

/** The other desks of the team whose payments are included; null if there are none. */
export const otherDesksSchema = z.object({
  desks: z.array(z.object({ desk: deskIdSchema, label: z.string() })).readonly(),
  upToDateAt: utcTimeSchema.nullable(),
}).nullable()

/** The most reasons in the list. */
export const mostReasons = 5

export const todaySchema = z.object({
  merchantKey: merchantKeySchema,
  environment: environmentSchema,
  /** The profile's time zone, which decides days and hours. */
  timeZone: z.string(),
  /** From the beginning of the day to the end of the present quarter-hour. */
  soFar: periodFiguresSchema,
  /** The same hours of the last seven days, yesterday first. */
  before: z.array(periodFiguresSchema).readonly(),
  hours: z.array(hourFiguresSchema).readonly(),
  /** Payments of `soFar` that were declined or filtered, and the most frequent reasons. */
  failed: z.object({ payments: z.number(), amounts, reasons: z.array(reasonSchema).readonly() }),
  otherDesks: otherDesksSchema,
})
export type Today = z.infer<typeof todaySchema>
