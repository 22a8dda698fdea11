import { z } from './zod.ts'

/** What a person confirmed of a profile or of the settings, as it is kept beside them. */
export const confirmationSchema = z.object({
  /** What was confirmed, in its canonical form. */
  content: z.string(),
  /** Names the signing key, so that a lost key is told from a changed content. */
  keyId: z.string(),
  /** Ed25519 over the content, in Base64. */
  signature: z.string(),
})
export type Confirmation = Readonly<z.infer<typeof confirmationSchema>>
