/**
 * The report of a period: a merchant's figures in one environment, of requests from the desks here, by currency, day
 * and card brand. It counts as Today does.
 */
import { merchantKeySchema, profileIdSchema, utcTimeSchema } from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { deskChoiceSchema, word } from '../history/history-list.ts'
import { datesBetween } from '../../dates.ts'
import { currencyFiguresSchema, otherDesksSchema, reasonSchema } from './today.ts'
import { z } from '../values/zod.ts'

/** The report's own filters; null: any. */
const narrowing = { who: word.nullable(), desk: deskChoiceSchema.nullable(), currency: word.nullable() }

const date = z.string().max(10)

/** The dates are days of the profile's time zone, both included. */
export const reportQuerySchema = z.object({ profileId: profileIdSchema, first: date, last: date, ...narrowing })
  .refine(({ first, last }) => datesBetween(first, last).length > 0, { error: 'no days' })
export type ReportQuery = z.infer<typeof reportQuerySchema>

const period = { from: utcTimeSchema, until: utcTimeSchema }
/** In the order of the codes; an unknown currency is last. */
const currencies = z.array(currencyFiguresSchema).readonly()

export const reportSchema = z.object({
  merchantKey: merchantKeySchema,
  environment: environmentSchema,
  timeZone: z.string(),
  first: date,
  last: date,
  ...period,
  ...narrowing,
  currencies,
  /** Days with payments, in order. */
  days: z.array(z.object({ date, ...period, currencies })).readonly(),
  /** The most frequent first; `cardBrand` is null if not known, `removed` if the content was removed. */
  brands: z.array(z.object({ cardBrand: z.string().nullable(), currencies })).readonly(),
  /** Declined payments by the gateway's code, the most frequent first; `otherReasons` of them have further codes. */
  reasons: z.array(reasonSchema).readonly(),
  otherReasons: z.number(),
  /** Payments that the gateway reports differently than they were sent; the figures count what was sent. */
  reportedOtherwise: z.number(),
  otherDesks: otherDesksSchema,
})
export type Report = z.infer<typeof reportSchema>
export type ReportCurrencies = Report['currencies']

/** The most reasons in a report. A gateway sends a few dozen codes. */
export const mostReportReasons = 100

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]
