import { z } from './zod.ts'

/** Where money is real (production), pretended by the gateway (staging) or pretended on loopback (sandbox). */
export const environments = ['sandbox', 'staging', 'production'] as const

export const environmentSchema = z.enum(environments)

export type Environment = z.infer<typeof environmentSchema>
