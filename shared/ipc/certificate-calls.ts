/** The bridge's calls for certificate authorities of profiles and of the team. */
import { authoritiesTextSchema, certificateFactsSchema } from '../model/keys/certificate-authorities.ts'
import { z } from '../model/values/zod.ts'
import { call } from './authority.ts'
import { administrator, person } from './rules.ts'

const facts = z.array(certificateFactsSchema).readonly()

export const certificateCalls = {
  /**
   * Main shows a file dialog, reads the file once and returns only its certificates. `cancelled` if none was chosen,
   * `authorities-refused` if the file is not usable. They are trusted only after they are saved with a profile or a
   * team's address.
   */
  'certificates.choose': call({ input: z.null(), output: facts, authority: administrator }),
  /** The certificates of a PEM text, in order; `authorities-refused` if it is not usable. */
  'certificates.describe': call({
    input: z.object({ text: authoritiesTextSchema }), output: facts, authority: person,
  }),
} as const
