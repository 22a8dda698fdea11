import { confirmationSchema, type Confirmation } from '#shared/model/values/confirmation.ts'
import { normaliseRoute } from '#shared/model/profiles/network-rules.ts'
import { normaliseBaseUrl } from '#shared/model/profiles/profile-rules.ts'
import { profileSchema, type Profile } from '#shared/model/profiles/profile.ts'
import { z } from '#shared/model/values/zod.ts'

/** The version of the file's present form. Increase it with every change, and keep reading the previous form. */
const currentSchema = 2

const contentSchema = z.object({
  activeId: z.string(),
  profiles: z.array(profileSchema),
  // An unreadable confirmation confirms nothing, but does not make its profile unreadable.
  confirmations: z.record(z.string(), confirmationSchema.nullable().catch(null)).catch({}),
})

export interface ProfilesFile {
  readonly activeId: string
  readonly profiles: readonly Profile[]
  /** A person's confirmation of each profile, by the profile's id. */
  readonly confirmations: { readonly [id: string]: Confirmation | null }
}

export type ReadFile =
  | { readonly kind: 'read'; readonly file: ProfilesFile }
  | { readonly kind: 'newer' }
  /** `reason` is a clause for a sentence. */
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Parses the file. Earlier forms were never released. */
export function readProfilesFile(text: string): ReadFile {
  const parsed = parseJson(text)
  const schema: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'schema') : undefined
  if (typeof schema !== 'number' || !Number.isInteger(schema) || schema < currentSchema) {
    return { kind: 'unreadable', reason: 'it is not a file of profiles' }
  }
  if (schema > currentSchema) return { kind: 'newer' }
  const content = contentSchema.safeParse(parsed)
  if (!content.success) return { kind: 'unreadable', reason: 'a profile in it is incomplete' }
  const ids = new Set(content.data.profiles.map(({ id }) => id))
  return ids.size === content.data.profiles.length
    ? { kind: 'read', file: content.data }
    : { kind: 'unreadable', reason: 'two profiles in it have the same id' }
}

/** The text of the file in its present form. */
export function printProfilesFile(file: ProfilesFile): string {
  return `${JSON.stringify({ schema: currentSchema, ...file }, null, 2)}\n`
}

/** A profile as stored: with normalised base URL and proxy URL. */
export function normalised(profile: Profile): Profile {
  if (profile.gateway.kind === 'built-in') return profile
  const baseUrl = normaliseBaseUrl(profile.gateway.baseUrl) ?? profile.gateway.baseUrl
  const route = profile.route === undefined ? {} : { route: normaliseRoute(profile.route) }
  return { ...profile, ...route, gateway: { kind: 'address', baseUrl } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
