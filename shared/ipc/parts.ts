/** Parts that the inputs of several calls share. */
import { longestReason } from '../model/values/reason.ts'
import { z } from '../model/values/zod.ts'

/** SECURITY: marks input that only goes from the page to main. Every schema for a secret must use it. */
export const writeOnly = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ writeOnly: true })

/** A person's reason for an action, for the audit trail. */
export const reason = z.string().trim().min(1).max(longestReason)
