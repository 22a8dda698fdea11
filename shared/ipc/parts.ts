/** Parts of inputs that several calls of the bridge have. */
import { longestReason } from '../model/values/reason.ts'
import { z } from '../model/values/zod.ts'

/** SECURITY: marks input that only goes from the page to main. Every schema with a secret is declared with it. */
export const writeOnly = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ writeOnly: true })

/** Why a person does it, for the audit trail. */
export const reason = z.string().trim().min(1).max(longestReason)
