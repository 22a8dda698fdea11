/** Who may use this desk: persons, their roles, and whether the desk is locked. */
import { failureSchema } from '../answers/failure.ts'
import { personIdSchema, personSchema } from '../persons/person.ts'
import { z } from '../values/zod.ts'

/**
 * The lock state of the desk. `unprotected`: no passphrase was set up, so nothing asks for one. `locked`: nothing but
 * unlocking is possible. `unlocked`: by this person.
 */
export const accessStateSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('unprotected'),
    /** `needed`: a staging or production profile waits for it. `impossible`: no keychain, nothing lasting is kept. */
    setUp: z.enum(['not-needed', 'needed', 'impossible']),
  }),
  z.object({
    state: z.literal('locked'),
    /** Empty where the desk is unprotected: then it unlocks without a passphrase. */
    persons: z.array(personSchema.omit({ role: true })).readonly(),
    lastPersonId: personIdSchema.nullable(),
    openOutcomes: z.number().int().nullable(),
    /** How long the next try has to wait, in milliseconds; 0 when it need not. */
    retryInMs: z.number().int(),
  }),
  z.object({ state: z.literal('unlocked'), person: personSchema }),
  z.object({ state: z.literal('failed'), failure: failureSchema }),
])
export type AccessState = z.infer<typeof accessStateSchema>

export * from '../persons/person.ts'
