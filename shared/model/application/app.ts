import { merchantKeySchema } from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { failureSchema, profileProblemSchema } from '../answers/failure.ts'
import { keyDescriptionSchema } from '../keys/key.ts'
import { profileSchema } from '../profiles/profile.ts'
import { z } from '../values/zod.ts'

/** The running version, its host, and the host's capabilities. */
export const appDescriptionSchema = z.object({
  version: z.string(),
  platform: z.string(),
  osUser: z.string(),
  /** `packaged`: an installed application. `source`: Electron over a working copy. `stand-in`: a browser. */
  host: z.enum(['packaged', 'source', 'stand-in']),
  /** Environments whose profiles may send on this host; the profiles of others are read-only. */
  usableEnvironments: z.array(environmentSchema).readonly(),
  /** True if the system shows notifications. */
  showsNotices: z.boolean(),
})
export type AppDescription = z.infer<typeof appDescriptionSchema>

/** The state of vault and keychain for display. */
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

/** Sample values of the built-in gateway, for selection by a click. */
const sandboxExamplesSchema = z.object({
  orderId: z.string(),
  merchantOrderId: z.string(),
  serialNumber: z.string(),
  cards: z.array(z.object({ cardReference: z.string(), outcome: z.string() })).readonly(),
  /** Cards whose charges, or whose refunds, voids and captures, get faulty replies. */
  faultCards: z.array(z.object({
    cardReference: z.string(), strikes: z.enum(['charges', 'refunds']), fault: z.string(),
  })).readonly(),
  /** Card numbers of the sandbox for sales and preauthorisations, each with its 3-D Secure path (`way`). */
  testCards: z.array(z.object({ cardNumber: z.string(), way: z.string() })).readonly(),
})

/** Why a stored profile cannot send. */
const profileBlockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('breaks-rule'), problems: z.array(profileProblemSchema).readonly() }),
  /**
   * `changed`: differs from the confirmed content. `unsigned`: no person has confirmed it. `unknown-key`: this
   * computer's keychain has no key to check its signature. `older`: it was confirmed, but a newer confirmation exists.
   */
  z.object({ kind: z.literal('not-confirmed'), reason: z.enum(['changed', 'unsigned', 'unknown-key', 'older']) }),
])
export type ProfileBlock = z.infer<typeof profileBlockSchema>

const profileViewSchema = z.object({
  profile: profileSchema,
  /** The merchant for whom its requests are signed; null for an invalid stored address. */
  merchant: merchantKeySchema.nullable(),
  /** The address in use; for the built-in gateway only while it runs. */
  baseUrl: z.string().nullable(),
  /** `other-address`: the stored secret signs only for `secretFor`. */
  secret: z.enum(['stored', 'other-address', 'missing', 'not-known']),
  /** The merchant of the secret; null if not known. */
  secretFor: merchantKeySchema.nullable(),
  key: keyDescriptionSchema.nullable(),
  /** The merchants for whom a person confirmed the key. */
  keyFor: z.array(merchantKeySchema).readonly(),
  /** Null if the profile may send. */
  blocked: profileBlockSchema.nullable(),
  usableHere: z.boolean(),
  /** Names of other profiles of the same merchant: they share one history. */
  sameMerchantAs: z.array(z.string()).readonly(),
  /** The merchant key of its merchant's entries in the history; null for an invalid stored address. */
  historyKey: merchantKeySchema.nullable(),
  examples: sandboxExamplesSchema.nullable(),
})
export type ProfileView = z.infer<typeof profileViewSchema>

export const profileListSchema = z.object({
  profiles: z.array(profileViewSchema).readonly(),
  activeId: profileSchema.shape.id,
  warnings: z.array(z.string()).readonly(),
  /** Names of profiles that were removed from their file outside the application. */
  missing: z.array(z.string()).readonly().optional(),
})
export type ProfileList = z.infer<typeof profileListSchema>

/** A package that this build contains or loads, with the text of its license. */
export const thirdPartyPackageSchema = z.object({
  name: z.string(), version: z.string(), license: z.string(), text: z.string(),
})
export type ThirdPartyPackage = z.infer<typeof thirdPartyPackageSchema>

/** One line of "Check this installation" or "Test connection". */
export const checkLineSchema = z.object({
  id: z.string(),
  result: z.enum(['good', 'bad', 'warning']),
  /** The finding as a sentence. */
  detail: z.string(),
})
export type CheckLine = z.infer<typeof checkLineSchema>
