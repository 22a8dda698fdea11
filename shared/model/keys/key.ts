import type { KeyId, UtcTime } from '../../brands.ts'
import { environmentSchema } from '../values/environment.ts'
import { z } from '../values/zod.ts'

/** Key sizes that can be generated here (§5.2, addendum 13); the first is the default. */
export const keySizes = [4096, 3072, 2048] as const

export const keySizeSchema = z.union([z.literal(4096), z.literal(3072), z.literal(2048)])

export type KeySize = z.infer<typeof keySizeSchema>

const keyId = z.string().transform((text) => text as KeyId)

/**
 * The facts of a key pair that may leave the vault. `fingerprint` is the SHA-256 of the public key's DER, as pairs of
 * lower-case hexadecimal digits with colons between them.
 */
export const keyDescriptionSchema = z.object({
  id: keyId,
  name: z.string(),
  environment: environmentSchema,
  bits: z.number().int(),
  fingerprint: z.string(),
  createdAt: z.string().transform((text) => text as UtcTime),
  origin: z.enum(['made-here', 'imported']),
  /** `this-run` keys are lost when the application ends. */
  keep: z.enum(['keychain', 'this-run']),
})

export type KeyDescription = z.infer<typeof keyDescriptionSchema>

/** A key whose keychain entry cannot be read; `detail` is the reason and the next step. Nothing else is known. */
export const damagedKeySchema = z.object({ id: keyId, detail: z.string() })

export type DamagedKey = z.infer<typeof damagedKeySchema>
