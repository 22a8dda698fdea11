/** The bridge's calls for access to the desk: lock, passphrases, persons. */
import { accessStateSchema, longestPassphrase, personIdSchema, personNameSchema, personSchema, roles } from '../model/application/access.ts'
import { startOverPhrase } from '../model/history/start-over.ts'
import { z } from '../model/values/zod.ts'
import { writeOnly } from './parts.ts'
import { call } from './authority.ts'
import { always, anybody, asking, loosensPersons, person } from './rules.ts'

const nothing = z.null()
const passphrase = writeOnly(z.string().min(1).max(longestPassphrase))

export const accessCalls = {
  'access.describe': call({ input: nothing, output: accessStateSchema, authority: anybody }),
  /** The first person of the desk, an administrator, sets a passphrase; the desk is then unlocked by that person. */
  'access.setUp': call({
    input: z.object({ name: personNameSchema, passphrase }), output: accessStateSchema,
    authority: { ...person, box: { kind: 'itself', when: always } },
  }),
  /** Locks the desk: finishes sends in progress, drops every review, and ends the vault's process. */
  'access.lock': call({ input: nothing, output: accessStateSchema, authority: anybody }),
  /** `proof` is null only if no passphrase protects the desk. */
  'access.unlock': call({
    input: z.object({ proof: z.object({ personId: personIdSchema, passphrase }).nullable() }),
    output: accessStateSchema,
    authority: anybody,
  }),
  /** The person who unlocked enters the passphrase again (step-up); valid for five minutes. */
  'access.prove': call({ input: z.object({ passphrase }), output: nothing, authority: person }),
  /**
   * Deletes the secrets, keys and persons of a locked desk permanently. The phrase prevents a slip; the message box of
   * the system prevents misuse.
   */
  'access.startOver': call({
    input: z.object({ phrase: z.literal(startOverPhrase) }), output: accessStateSchema,
    authority: { ...anybody, box: { kind: 'itself', when: always } },
  }),
  'access.changePassphrase': call({
    input: z.object({ current: passphrase, next: passphrase }), output: nothing,
    authority: person,
  }),
  'access.persons': call({ input: nothing, output: z.array(personSchema).readonly(), authority: person }),
  /**
   * Adds a person (`id` null) or changes one. `passphrase` is required for a new person and for one who becomes an
   * administrator; null does not change it.
   */
  'access.savePerson': call({
    input: z.object({
      id: personIdSchema.nullable(), name: personNameSchema, role: z.enum(roles), passphrase: passphrase.nullable(),
    }),
    output: personSchema,
    authority: asking(always, 'first', loosensPersons),
  }),
  'access.removePerson': call({
    input: z.object({ id: personIdSchema }), output: nothing,
    authority: asking(always, 'first', always),
  }),
  /** Reports activity in the window; used only if the system does not report how long it has been idle. */
  'access.noteActivity': call({ input: nothing, output: nothing, authority: person }),
} as const
