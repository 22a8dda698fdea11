/** The part of the bridge's contract that is about certificate authorities of profiles and of the team. */
import { authoritiesTextSchema, certificateFactsSchema } from '../model/keys/certificate-authorities.ts'
import { z } from '../model/values/zod.ts'
import { call } from './authority.ts'
import { administrator, person } from './rules.ts'

const facts = z.array(certificateFactsSchema).readonly()

export const certificateCalls = {
  /**
   * Main shows a file dialog, reads the file once and returns only its certificates: `cancelled` when none was chosen,
   * `authorities-refused` where the file is not usable. They are trusted only after a profile or a team's address with
   * them is saved.
   */
  'certificates.choose': call({ input: z.null(), output: facts, authority: administrator }),
  /** The certificates of a PEM text, in order; `authorities-refused` where it cannot be used. */
  'certificates.describe': call({
    input: z.object({ text: authoritiesTextSchema }), output: facts, authority: person,
  }),
} as const
