import { z } from './zod.ts'

/** What a person confirmed of a profile or of the settings, as it is kept beside them. */
export const confirmationSchema = z.object({
  /** What was confirmed, in its canonical form. */
  content: z.string(),
  /** Grows with every signature of the same profile, or of the settings. */
  number: z.number().int().min(1),
  /** Names the signing key, so that a lost key is told from a changed content. */
  keyId: z.string(),
  /** Ed25519 over number and content, in Base64. */
  signature: z.string(),
})
export type Confirmation = Readonly<z.infer<typeof confirmationSchema>>
