/** The part of the bridge's contract that is about who uses the desk: lock, passphrases, persons. */
import {
  accessStateSchema, longestPassphrase, personIdSchema, personNameSchema, personSchema, roles, startOverPhrase,
} from '../model/access.ts'
import { z } from '../model/zod.ts'
import { writeOnly } from './parts.ts'

const nothing = z.null()
const passphrase = writeOnly(z.string().min(1).max(longestPassphrase))

export const accessCalls = {
  'access.describe': { input: nothing, output: accessStateSchema, needs: 'nobody' },
  /** The first person of the desk, an administrator, sets a passphrase; the desk is unlocked by that person then. */
  'access.setUp': { input: z.object({ name: personNameSchema, passphrase }), output: accessStateSchema },
  /** Finishes what is being sent, then ends the vault's process; every review is dropped. */
  'access.lock': { input: nothing, output: accessStateSchema, needs: 'nobody' },
  /** `proof` is null only where the desk is unprotected. */
  'access.unlock': {
    input: z.object({ proof: z.object({ personId: personIdSchema, passphrase }).nullable() }),
    output: accessStateSchema, needs: 'nobody',
  },
  /** The person who unlocked proves it again (step-up), for the next five minutes. */
  'access.prove': { input: z.object({ passphrase }), output: nothing },
  /**
   * Deletes the secrets, keys and persons of a locked desk for good. The phrase prevents a slip; the box of the system,
   * which main asks in, prevents the rest.
   */
  'access.startOver': {
    input: z.object({ phrase: z.literal(startOverPhrase) }), output: accessStateSchema, needs: 'nobody',
  },
  'access.changePassphrase': { input: z.object({ current: passphrase, next: passphrase }), output: nothing },
  'access.persons': { input: nothing, output: z.array(personSchema).readonly() },
  /**
   * Adds a person (`id` null) or changes one. `passphrase` is required for a new person and for one who becomes an
   * administrator; null leaves it as it is.
   */
  'access.savePerson': {
    input: z.object({
      id: personIdSchema.nullable(), name: personNameSchema, role: z.enum(roles), passphrase: passphrase.nullable(),
    }),
    output: personSchema, needs: 'administrator',
  },
  'access.removePerson': { input: z.object({ id: personIdSchema }), output: nothing, needs: 'administrator' },
  /** Somebody used the window; counts only where the system does not tell how long it has been idle. */
  'access.noteActivity': { input: nothing, output: nothing },
} as const
