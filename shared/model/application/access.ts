/** Access to this desk: its persons, their roles, and whether the desk is locked. */
import { failureSchema } from '../answers/failure.ts'
import { personIdSchema, personSchema } from '../persons/person.ts'
import { z } from '../values/zod.ts'

/**
 * The lock state of the desk. `unprotected`: no passphrase was set up, so none is requested. `locked`: only unlocking
 * is possible. `unlocked`: by this person.
 */
export const accessStateSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('unprotected'),
    /** `needed`: a staging or production profile requires it. `impossible`: no keychain, so nothing can be stored. */
    setUp: z.enum(['not-needed', 'needed', 'impossible']),
  }),
  z.object({
    state: z.literal('locked'),
    /** Empty on an unprotected desk, which unlocks without a passphrase. */
    persons: z.array(personSchema.omit({ role: true })).readonly(),
    lastPersonId: personIdSchema.nullable(),
    openOutcomes: z.number().int().nullable(),
    /** True while a request of before the lock is in progress: unlocking waits for its result. */
    finishing: z.boolean(),
    /** Milliseconds until the next attempt is permitted; 0 if it is permitted now. */
    retryInMs: z.number().int(),
  }),
  z.object({ state: z.literal('unlocked'), person: personSchema }),
  z.object({ state: z.literal('failed'), failure: failureSchema }),
])
export type AccessState = z.infer<typeof accessStateSchema>

export * from '../persons/person.ts'
