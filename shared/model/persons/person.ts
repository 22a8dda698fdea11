/** A person of this desk and the role that defines what the person may do. */
import type { PersonId } from '../../brands.ts'
import { holdsCardNumber } from '../../gateway/numbers/luhn.ts'
import { z } from '../values/zod.ts'

/**
 * `operator`: reads, charges and refunds within the limits. `administrator`: also profiles, keys, secrets, limits,
 * settings, persons and deletion.
 */
export const roles = ['operator', 'administrator'] as const
export type Role = (typeof roles)[number]

export const longestPersonName = 60
export const shortestPassphrase = 12
export const longestPassphrase = 1_024

export const personIdSchema = z.custom<PersonId>((value) => typeof value === 'string' && /^[0-9a-f]{16}$/.test(value))

/** SECURITY: a name is shown, journaled and stored unencrypted. */
export const personNameSchema = z.string().trim().min(1).max(longestPersonName).refine((name) => !holdsCardNumber(name))

/** A person of this desk. */
export const personSchema = z.object({ id: personIdSchema, name: personNameSchema, role: z.enum(roles) })
export type Person = z.infer<typeof personSchema>
