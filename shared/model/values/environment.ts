import { z } from './zod.ts'

/** The environment of money: real (production), simulated by the gateway (staging) or on loopback (sandbox). */
export const environments = ['sandbox', 'staging', 'production'] as const

export const environmentSchema = z.enum(environments)

export type Environment = z.infer<typeof environmentSchema>
