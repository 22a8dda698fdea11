import { environmentSchema } from './environment.ts'
import { failureSchema } from './failure.ts'
import { keyDescriptionSchema } from './key.ts'
import { profileSchema } from './profile.ts'
import { z } from './zod.ts'

/** What is running, where, and what may be used of it. */
export const appDescriptionSchema = z.object({
  version: z.string(),
  platform: z.string(),
  osUser: z.string(),
  host: z.enum(['electron', 'stand-in']),
  /** Environments whose profiles may be used in this host; the others can be looked at. */
  usableEnvironments: z.array(environmentSchema).readonly(),
})
export type AppDescription = z.infer<typeof appDescriptionSchema>

/** What the window says of vault and keychain. */
export const vaultStateSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    keeping: z.enum(['keychain', 'this-run-only']),
    keychainName: z.string(),
    reason: z.string().optional(),
    keys: z.number(),
    secrets: z.number(),
  }),
  z.object({ state: z.literal('locked') }),
  z.object({ state: z.literal('failed'), failure: failureSchema }),
])
export type VaultState = z.infer<typeof vaultStateSchema>

/** Seeded values of the built-in gateway, to be clicked. */
export const sandboxExamplesSchema = z.object({
  orderId: z.string(),
  merchantOrderId: z.string(),
  serialNumber: z.string(),
  cards: z.array(z.object({ cardReference: z.string(), outcome: z.string() })).readonly(),
  /** Cards whose charges, or whose refunds, voids and captures, are answered badly. */
  faultCards: z.array(z.object({
    cardReference: z.string(), strikes: z.enum(['charges', 'refunds']), fault: z.string(),
  })).readonly(),
  /** Made-up card numbers for sales and preauthorisations, and the way their 3-D Secure goes. */
  testCards: z.array(z.object({ cardNumber: z.string(), way: z.string() })).readonly(),
})

export const profileViewSchema = z.object({
  profile: profileSchema,
  /** The address in use; of the built-in gateway only while it runs. */
  baseUrl: z.string().nullable(),
  secret: z.enum(['stored', 'missing', 'not-known']),
  key: keyDescriptionSchema.nullable(),
  usableHere: z.boolean(),
  /** Names of other profiles of the same merchant: they share one history. */
  sameMerchantAs: z.array(z.string()).readonly(),
  examples: sandboxExamplesSchema.nullable(),
})
export type ProfileView = z.infer<typeof profileViewSchema>

export const profileListSchema = z.object({
  profiles: z.array(profileViewSchema).readonly(),
  activeId: profileSchema.shape.id,
  warnings: z.array(z.string()).readonly(),
})
export type ProfileList = z.infer<typeof profileListSchema>

/** One line of "Check this installation" or "Test connection". */
export const checkLineSchema = z.object({
  id: z.string(),
  result: z.enum(['good', 'bad', 'doubtful']),
  /** A plain sentence: what was found. */
  detail: z.string(),
})
export type CheckLine = z.infer<typeof checkLineSchema>
