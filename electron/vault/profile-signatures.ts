/** Signatures over profiles: who edits the file of profiles cannot make one. */
import {
  createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign, verify, type KeyObject,
} from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import type { Confirmation } from '#shared/model/confirmation.ts'
import { failed, success } from '#shared/result.ts'
import type { VaultAnswer, VaultPort } from './port.ts'
import { join, split } from './records.ts'
import type { Stores } from './stores.ts'

export interface ProfileSignatures {
  readonly methods: Pick<VaultPort, 'signProfile' | 'checkConfirmation'>
  /** As `signProfile`, without a person: a key that may have been lost is not replaced, then `keychain-doubtful`. */
  signUnattended(content: string): VaultAnswer<Confirmation | null>
}

interface ProfileKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const profileKeyEntry = 'profile-key'
/** Goes in front of what is signed: a signature over a profile is one over nothing else. */
const purpose = 'Gateway Console profile\n'
const lost = failed({
  code: 'keychain-doubtful',
  detail: 'The key that signs profiles is missing from the keychain or damaged. No other one was created. Restore the '
    + 'keychain from a backup, or review each profile under Profiles and confirm it.',
} as const)

/** Signs and checks. The private key stays in this process as a key object until it ends, and never leaves it. */
export function createProfileSignatures(stores: Stores, now: () => Date): ProfileSignatures {
  let opened: ProfileKey | undefined

  const known = async (): VaultAnswer<ProfileKey | null> => {
    if (opened !== undefined) return success(opened)
    const found = await stores.get(profileKeyEntry)
    if (!found.ok) return found
    if (found.value === null) return success(null)
    opened = keyIn(found.value.value) ?? undefined
    found.value.value.fill(0)
    return success(opened ?? null)
  }

  const make = async (replacesLost: boolean): VaultAnswer<ProfileKey> => {
    const names = await stores.list()
    if (!names.ok) return names
    // SECURITY: a name without a usable entry may be a key that was taken away; only a person may go on without it.
    if (names.value.includes(profileKeyEntry) && !replacesLost) return lost
    const { privateKey } = generateKeyPairSync('ed25519')
    const id = randomBytes(8).toString('hex')
    const der = privateKey.export({ type: 'pkcs8', format: 'der' })
    const text = Buffer.from(der.toString('base64'))
    const bytes = join({ record: 'profile-key', id, createdAt: now().toISOString() as UtcTime }, text)
    try {
      const kept = await stores.put(profileKeyEntry, bytes, 'keychain')
      if (!kept.ok) return kept
      opened = { id, privateKey, publicKey: createPublicKey(privateKey) }
      return success(opened)
    } finally {
      for (const buffer of [der, text, bytes]) buffer.fill(0)
    }
  }

  // One at a time: two first calls must not make two keys.
  let making: VaultAnswer<ProfileKey> | null = null
  const knownOrMade = async (replacesLost: boolean): VaultAnswer<ProfileKey> => {
    const before = await known()
    if (!before.ok) return before
    if (before.value !== null) return success(before.value)
    // Made while this call was asking.
    if (opened !== undefined) return success(opened)
    making ??= make(replacesLost).finally(() => { making = null })
    return await making
  }

  const keepsNothing = async (): VaultAnswer<boolean> => {
    if (opened !== undefined) return success(false)
    const keeping = await stores.keeping()
    return keeping.ok ? success(keeping.value.keeping === 'this-run-only') : keeping
  }

  const signContent = async (content: string, replacesLost: boolean): VaultAnswer<Confirmation | null> => {
    const nothing = await keepsNothing()
    if (!nothing.ok) return nothing
    if (nothing.value) return success(null)
    const key = await knownOrMade(replacesLost)
    if (!key.ok) return key
    const signature = sign(null, textOf(content), key.value.privateKey).toString('base64')
    return success({ content, keyId: key.value.id, signature })
  }

  return {
    signUnattended: (content) => signContent(content, false),
    methods: {
      signProfile: ({ content }) => signContent(content, true),

      async checkConfirmation({ confirmation }) {
        const nothing = await keepsNothing()
        if (!nothing.ok) return nothing
        if (nothing.value) return success('nothing-kept')
        if (confirmation === null) return success('unsigned')
        const key = await known()
        if (!key.ok) return key
        if (key.value === null || key.value.id !== confirmation.keyId) return success('unknown-key')
        const signature = Buffer.from(confirmation.signature, 'base64')
        return success(verify(null, textOf(confirmation.content), key.value.publicKey, signature) ? 'valid' : 'invalid')
      },
    },
  }
}

function textOf(content: string): Buffer {
  return Buffer.from(purpose + content)
}

function keyIn(bytes: Buffer): ProfileKey | null {
  const parts = split(bytes)
  if (parts?.header.record !== 'profile-key' || typeof parts.header.id !== 'string') return null
  const der = Buffer.from(parts.body.toString('latin1'), 'base64')
  try {
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return { id: parts.header.id, privateKey, publicKey: createPublicKey(privateKey) }
  } catch {
    return null
  } finally {
    der.fill(0)
  }
}
