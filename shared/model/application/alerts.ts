/** Alerts about a profile's merchant and gateway, and the newest facts about that gateway. Alerts block nothing. */
import { maskedSchema, merchantKeySchema, utcTimeSchema } from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { z } from '../values/zod.ts'

const since = { since: utcTimeSchema }
const shareSchema = z.object({ failed: z.number(), payments: z.number() })

const alertSchema = z.discriminatedUnion('kind', [
  z.object({
    /** `declines`: declined and filtered payments. `uncertain`: payments with unknown outcome or gateway error. */
    kind: z.enum(['declines', 'uncertain']),
    ...since,
    /** The last 60 minutes, in whole quarter-hours. */
    period: z.object({ from: utcTimeSchema, until: utcTimeSchema }),
    share: shareSchema,
    /** The seven days before `period`. */
    before: shareSchema,
    /** For declines, the most frequent reasons. */
    reasons: z.array(z.object({
      errorCode: z.string().nullable(), errorText: maskedSchema.nullable(), payments: z.number(),
    })).readonly(),
  }),
  /** `slow` of the `answers` took more than 10 s. */
  z.object({ kind: z.literal('slow'), ...since, percentileMs: z.number(), slow: z.number(), answers: z.number() }),
  z.object({ kind: z.literal('no-answer'), ...since, requests: z.number() }),
  z.object({ kind: z.literal('certificate'), ...since, endsAt: utcTimeSchema }),
  /** The gateway's clock minus this computer's. */
  z.object({ kind: z.literal('clock'), ...since, offsetSeconds: z.number() }),
])
export type Alert = z.infer<typeof alertSchema>

export const alertsSchema = z.object({
  merchantKey: merchantKeySchema,
  environment: environmentSchema,
  alerts: z.array(alertSchema).readonly(),
  /** Since this run began: the time of the gateway's last answer, and its clock minus this computer's then. */
  gateway: z.object({ answeredAt: utcTimeSchema.nullable(), clockOffsetSeconds: z.number().nullable() }),
})
export type Alerts = z.infer<typeof alertsSchema>
