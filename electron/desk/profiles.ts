import type { ProfileId } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { ProfileList, ProfileView } from '#shared/model/app.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { KeyDescription } from '#shared/model/key.ts'
import { builtInProfileId } from '#shared/model/profile-rules.ts'
import type { Profile } from '#shared/model/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { BuiltInGateway } from './built-in-gateway.ts'
import type { Rooms } from './rooms.ts'

/** Every profile with what the window tells of it; secrets are said to be there or not, no more. */
export async function listProfiles(rooms: Rooms, builtIn: BuiltInGateway): Promise<ProfileList> {
  const keys = await rooms.vault.listKeys()
  const views = rooms.profiles.list().map((profile) => viewOf(rooms, builtIn, keys.ok ? keys.value : [], profile))
  return {
    profiles: await Promise.all(views),
    activeId: rooms.profiles.active().id,
    warnings: rooms.profiles.warnings(),
  }
}

async function viewOf(
  rooms: Rooms, builtIn: BuiltInGateway, keys: readonly KeyDescription[], profile: Profile,
): Promise<ProfileView> {
  const usableHere = rooms.computer.description.usableEnvironments.includes(profile.environment)
  const stored = await rooms.vault.hasSecret({ secretId: profile.id })
  const isBuiltIn = profile.gateway.kind === 'built-in'
  const keyId = isBuiltIn ? builtIn.keyOf(profile) : profile.keyId
  return {
    profile,
    baseUrl: profile.gateway.kind === 'address' ? profile.gateway.baseUrl : builtIn.description()?.baseUrl ?? null,
    secret: !stored.ok ? 'not-known' : stored.value ? 'stored' : 'missing',
    key: keys.find((key) => key.id === keyId) ?? null,
    usableHere,
    examples: isBuiltIn ? examplesOf(rooms, builtIn) : null,
  }
}

function examplesOf(rooms: Rooms, builtIn: BuiltInGateway): ProfileView['examples'] {
  const description = builtIn.description()
  if (description === null) return null
  const { orderId, clientOrderId, serialNumber } = description.examples
  return {
    orderId, merchantOrderId: clientOrderId, serialNumber, cards: rooms.sandbox.cards(),
    faultCards: rooms.sandbox.faultCards(), testCards: rooms.sandbox.testCards(),
  }
}

/** Saves a profile whose key belongs to its environment (§5.2). */
export async function saveProfile(
  rooms: Rooms, builtIn: BuiltInGateway, input: ParsedInput<'profiles.save'>,
): Promise<CallAnswer<'profiles.save'>> {
  const objection = await keyObjection(rooms, input)
  if (objection !== null) return failed(objection)
  const saved = rooms.profiles.save(input)
  if (!saved.ok) return saved
  if (saved.value.gateway.kind === 'built-in') builtIn.forget()
  return success({ id: saved.value.id })
}

async function keyObjection(rooms: Rooms, { draft }: ParsedInput<'profiles.save'>): Promise<Failure | null> {
  if (draft.keyId === null) return null
  const keys = await rooms.vault.listKeys()
  if (!keys.ok) return keys.failure
  const key = keys.value.find((candidate) => candidate.id === draft.keyId)
  if (key === undefined) return { code: 'no-such-key' }
  return key.environment === draft.environment
    ? null
    : { code: 'profile-invalid', problems: [{ field: 'keyId', code: 'key-of-other-environment' }] }
}

/** Removes a profile and its control secret; the secret goes first, so that none is left without an owner. */
export async function removeProfile(rooms: Rooms, id: ProfileId): Promise<Result<null, Failure>> {
  if (rooms.profiles.get(id) === null) return failed({ code: 'no-such-profile' })
  // The built-in profile stays and keeps its secret; the room says so.
  if (id === builtInProfileId) return rooms.profiles.remove(id)
  const removed = await rooms.vault.removeSecret({ secretId: id })
  if (!removed.ok && removed.failure.code !== 'no-such-secret') return removed
  return rooms.profiles.remove(id)
}

/** Puts a profile's control secret into the keychain, bound to the profile's environment. */
export async function storeSecret(
  rooms: Rooms, { id, secret }: ParsedInput<'profiles.storeSecret'>,
): Promise<Result<null, Failure>> {
  const profile = rooms.profiles.get(id)
  if (profile === null) return failed({ code: 'no-such-profile' })
  // SECURITY: outside Electron the page is not guarded well enough to type a real secret into.
  if (!rooms.computer.description.usableEnvironments.includes(profile.environment)) {
    return failed({ code: 'environment-not-usable-here' })
  }
  return await rooms.vault.storeSecret({ secretId: id, environment: profile.environment, secret, keep: 'keychain' })
}
