import { z } from './zod.ts'

/** A person's confirmation of a profile or of the settings, as stored with it. */
export const confirmationSchema = z.object({
  /** The confirmed content in its canonical form. */
  content: z.string(),
  /** Grows with every signature of the same profile, or of the settings. */
  number: z.number().int().min(1),
  /** The signing key's id, which distinguishes a lost key from changed content. */
  keyId: z.string(),
  /** Ed25519 over number and content, in Base64. */
  signature: z.string(),
})
export type Confirmation = Readonly<z.infer<typeof confirmationSchema>>
