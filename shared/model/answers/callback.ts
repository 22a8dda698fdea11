import { callbackForms, textFixes } from '../../gateway/callbacks/callback-text.ts'
import { maskedSchema, merchantOrderIdSchema, orderIdSchema, profileIdSchema } from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { historyRowSchema } from '../history/history.ts'
import { z } from '../values/zod.ts'

export const callbackCheckSchema = z.object({
  form: z.enum(callbackForms),
  /** The repairs before the text could be read; absent when there were none. */
  fixes: z.array(z.enum(textFixes)).readonly().optional(),
  /** `redirect`: the fields of a final redirect through the cardholder's browser. It is never a result (§6.2). */
  kind: z.enum(['callback', 'redirect']),
  /** Every field that was found, in order, explained; values masked by who may see them. */
  fields: z.array(z.object({
    name: z.string(), label: z.string(), hint: z.string().nullable(), value: maskedSchema,
    /** True for the fields that the control covers. */
    covered: z.boolean(),
  })).readonly(),
  /** Mandatory fields (addendum 9) that are absent or empty: then even a right digest proves nothing. */
  missing: z.array(z.string()).readonly(),
  /**
   * `right` and `wrong`: recomputed with the profile's secret. `malformed`: not 40 lower-case hexadecimal digits.
   * `absent`: none was sent. `not-checked`: no secret is stored for the profile.
   */
  control: z.enum(['right', 'wrong', 'malformed', 'absent', 'not-checked']),
  /** The text that was hashed, with the secret as a token. */
  signedText: maskedSchema,
  /** Another profile whose secret yields exactly this control; null when none does. */
  signedWith: z.object({ profileId: profileIdSchema, name: z.string(), environment: environmentSchema }).nullable(),
  order: z.object({ orderId: orderIdSchema.nullable(), merchantOrderId: merchantOrderIdSchema.nullable() }),
  /** Entries of the journal about that order that carry its money, newest first. */
  known: z.array(historyRowSchema).readonly(),
  /** True where one of them is about the callback's own transaction: only then is anything compared. */
  isTransactionKnown: z.boolean(),
  /** Differences between callback and journal; empty when they agree, and where nothing is compared. */
  differences: z.array(z.object({
    what: z.enum(['status', 'amount', 'currency', 'order-id', 'merchant-order-id', 'last-four']),
    theirs: maskedSchema, ours: maskedSchema,
  })).readonly(),
})
export type CallbackCheck = z.infer<typeof callbackCheckSchema>
