/** The fingerprint of a public key, for persons to compare: 32 pairs of hexadecimal digits with colons. */
import { z } from './zod.ts'

export const fingerprintSchema = z.string().regex(/^[0-9a-f]{2}(?::[0-9a-f]{2}){31}$/)
