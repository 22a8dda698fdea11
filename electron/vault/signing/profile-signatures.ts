/** Signs profiles and settings, so that an edit of their files is detected. */
import { sign, verify, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import type { Confirmation } from '#shared/model/values/confirmation.ts'
import { failed, success } from '#shared/result.ts'
import type { Stores } from '../keychain/stores.ts'
import type { VaultAnswer, VaultPort } from '../port.ts'
import type { SigningPair } from '../protection/person-record.ts'
import { decodeProfileKey, generateProfileKey, profileKeyEntry, putProfileKey, type ProfileKey } from '../protection/profile-key.ts'

type ProfileSignatures = Pick<VaultPort, 'signProfile' | 'checkConfirmation' | 'signSettings' | 'checkSettings'>

/** The prefix of the signed text. A signature for one purpose is not valid for another. */
type Purpose = 'Gateway Console profile\n' | 'Gateway Console settings\n'
const profile: Purpose = 'Gateway Console profile\n'
const settings: Purpose = 'Gateway Console settings\n'

type Numbered = Pick<Confirmation, 'content' | 'number'>

/** SECURITY: the number is signed with the content, so that older content cannot get a newer number. */
function signedBytes(purpose: Purpose, { content, number }: Numbered): Buffer {
  return Buffer.from(`${purpose}${number}\n${content}`)
}

const administratorNeeded = failed({ code: 'administrator-needed' } as const)

/**
 * Creates the methods. The private key stays in this process as a key object until it ends, and never leaves it.
 * `unlocked` returns the administrators' key of a protected desk; null if the key is in its own entry of the keychain.
 */
export function createProfileSignatures(
  stores: Stores, unlocked: () => SigningPair | null, now: () => Date,
): ProfileSignatures {
  let opened: ProfileKey | undefined

  const known = async (): VaultAnswer<{ id: string; publicKey: KeyObject; privateKey: KeyObject | null } | null> => {
    const pair = unlocked()
    // SECURITY: only administrators have the key now, so a key opened before the set-up must not sign any more.
    if (pair !== null) opened = undefined
    const loaded = pair ?? opened
    if (loaded !== undefined) return success(loaded)
    const found = await stores.get(profileKeyEntry)
    if (!found.ok) return found
    if (found.value === null) return success(null)
    opened = decodeProfileKey(found.value.value) ?? undefined
    found.value.value.fill(0)
    return success(opened ?? null)
  }

  const create = async (): VaultAnswer<ProfileKey> => {
    const key = generateProfileKey()
    const kept = await putProfileKey(stores, key, now().toISOString() as UtcTime)
    if (!kept.ok) return kept
    opened = key
    return success(key)
  }

  // Shared by concurrent first calls, which must not create two keys.
  let creating: VaultAnswer<ProfileKey> | null = null
  const knownOrCreated = async (): VaultAnswer<Pick<SigningPair, 'id' | 'privateKey'>> => {
    const before = await known()
    if (!before.ok) return before
    if (before.value !== null) return success(before.value)
    // Another call created it while this one waited.
    if (opened !== undefined) return success(opened)
    creating ??= create().finally(() => { creating = null })
    return await creating
  }

  const keepsNothing = async (): VaultAnswer<boolean> => {
    if (unlocked() !== null || opened !== undefined) return success(false)
    const keeping = await stores.keeping()
    return keeping.ok ? success(keeping.value.keeping === 'this-run-only') : keeping
  }

  const signFor = async (purpose: Purpose, { content, number }: Numbered): VaultAnswer<Confirmation | null> => {
    const nothing = await keepsNothing()
    if (!nothing.ok) return nothing
    if (nothing.value) return success(null)
    const key = await knownOrCreated()
    if (!key.ok) return key
    const { id, privateKey } = key.value
    if (privateKey === null) return administratorNeeded
    const signature = sign(null, signedBytes(purpose, { content, number }), privateKey).toString('base64')
    return success({ content, number, keyId: id, signature })
  }

  const checkFor = async (
    purpose: Purpose, confirmation: Confirmation | null,
  ): ReturnType<VaultPort['checkConfirmation']> => {
    const nothing = await keepsNothing()
    if (!nothing.ok) return nothing
    if (nothing.value) return success('nothing-kept')
    if (confirmation === null) return success('unsigned')
    const key = await known()
    if (!key.ok) return key
    const { keyId, signature } = confirmation
    if (key.value === null || key.value.id !== keyId) return success('unknown-key')
    const valid = verify(null, signedBytes(purpose, confirmation), key.value.publicKey, Buffer.from(signature, 'base64'))
    return success(valid ? 'valid' : 'invalid')
  }

  return {
    signProfile: (numbered) => signFor(profile, numbered),
    checkConfirmation: ({ confirmation }) => checkFor(profile, confirmation),
    signSettings: (numbered) => signFor(settings, numbered),
    checkSettings: ({ confirmation }) => checkFor(settings, confirmation),
  }
}
