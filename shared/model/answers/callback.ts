import { callbackForms, textFixes } from '../../gateway/callbacks/callback-text.ts'
import { maskedSchema, merchantOrderIdSchema, orderIdSchema, profileIdSchema } from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { historyRowSchema } from '../history/history.ts'
import { z } from '../values/zod.ts'

export const callbackCheckSchema = z.object({
  form: z.enum(callbackForms),
  /** The repairs that were necessary to read the text; absent if there were none. */
  fixes: z.array(z.enum(textFixes)).readonly().optional(),
  /** `redirect`: a final redirect through the cardholder's browser. It is never a result (§6.2). */
  kind: z.enum(['callback', 'redirect']),
  /** Every field of the text in order, with its label and its value masked by sensitivity. */
  fields: z.array(z.object({
    name: z.string(), label: z.string(), hint: z.string().nullable(), value: maskedSchema,
    /** True for the fields that the control covers. */
    covered: z.boolean(),
  })).readonly(),
  /** Mandatory fields (addendum 9) that are absent or empty; if there are any, even a right digest proves nothing. */
  missing: z.array(z.string()).readonly(),
  /**
   * `right` and `wrong`: recomputed with the profile's secret. `malformed`: not 40 lower-case hexadecimal digits.
   * `absent`: none was sent. `not-checked`: no secret is stored for the profile.
   */
  control: z.enum(['right', 'wrong', 'malformed', 'absent', 'not-checked']),
  /** The hashed text, with a token in place of the secret. */
  signedText: maskedSchema,
  /** Another profile whose secret yields exactly this control; null if there is none. */
  signedWith: z.object({ profileId: profileIdSchema, name: z.string(), environment: environmentSchema }).nullable(),
  order: z.object({ orderId: orderIdSchema.nullable(), merchantOrderId: merchantOrderIdSchema.nullable() }),
  /** Entries of the journal about that order that contain its amount, newest first. */
  known: z.array(historyRowSchema).readonly(),
  /** True if one of them is about the callback's own transaction; otherwise nothing is compared. */
  isTransactionKnown: z.boolean(),
  /** Differences between callback and journal; empty if they agree, or if nothing is compared. */
  differences: z.array(z.object({
    what: z.enum(['status', 'amount', 'currency', 'order-id', 'merchant-order-id', 'last-four']),
    theirs: maskedSchema, ours: maskedSchema,
  })).readonly(),
})
export type CallbackCheck = z.infer<typeof callbackCheckSchema>
