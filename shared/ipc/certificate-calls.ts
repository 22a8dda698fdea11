/** The part of the bridge's contract that is about certificate authorities of profiles and of the team. */
import { authoritiesTextSchema, certificateFactsSchema } from '../model/certificate-authorities.ts'
import { z } from '../model/zod.ts'
import { call } from './authority.ts'
import { administrator, person } from './rules.ts'

const facts = z.array(certificateFactsSchema).readonly()

export const certificateCalls = {
  /**
   * Main asks for a file, reads it once and answers its certificates and nothing else of it: `cancelled` when nothing
   * was chosen, `authorities-refused` where the file is not usable. Nothing is trusted before a profile or a team's
   * address with them is saved.
   */
  'certificates.choose': call({ input: z.null(), output: facts, authority: administrator }),
  /** The certificates of a PEM text, in order; `authorities-refused` where it cannot be used. */
  'certificates.describe': call({
    input: z.object({ text: authoritiesTextSchema }), output: facts, authority: person,
  }),
} as const
