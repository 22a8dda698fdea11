/** Takes over, once, what was kept before secrets were bound to merchants and profiles were signed. */
import type { UtcTime } from '#shared/brands.ts'
import type { Confirmation } from '#shared/model/confirmation.ts'
import { failed, success } from '#shared/result.ts'
import { maxRecordBytes } from './keychain.ts'
import type { KeyMerchants } from './key-merchants.ts'
import type { Adoptable, VaultAnswer, VaultPort } from './port.ts'
import type { ProfileSignatures } from './profile-signatures.ts'
import { adoptionEntry, decodeSecret, encodeAdoptionDone, encodeSecret, keyEntry, secretEntry } from './records.ts'
import type { Stores } from './stores.ts'

const finished = failed({
  code: 'keychain-doubtful',
  detail: 'Profiles and control secrets of an earlier version were already imported. This is done only once.',
} as const)

interface Parts {
  readonly stores: Stores
  readonly merchants: KeyMerchants
  readonly signatures: ProfileSignatures
  readonly isProtected: () => boolean
  readonly now: () => Date
}

/**
 * The vault's part of the adoption. Each step may be repeated, so that one that broke off is taken up again. A desk
 * that is protected has nothing to adopt: else whoever takes away the entry that ends it could have more adopted.
 */
export function createAdoption(
  { stores, merchants, signatures, isProtected, now }: Parts,
): Pick<VaultPort, 'adoptionState' | 'adopt' | 'finishAdoption'> {
  const state = async (): VaultAnswer<'due' | 'done' | 'nothing-kept'> => {
    const keeping = await stores.keeping()
    if (!keeping.ok) return keeping
    if (keeping.value.keeping === 'this-run-only') return success('nothing-kept')
    const names = await stores.list()
    if (isProtected()) return success('done')
    // A name whose entry broke off counts: all else was done before it.
    return names.ok ? success(names.value.includes(adoptionEntry) ? 'done' : 'due') : names
  }

  /** Binds a secret of the earlier form. One that is bound, damaged or too long to be bound stays as it is. */
  const bindSecret = async ({ secretId, merchant }: Adoptable): VaultAnswer<null> => {
    const entry = secretEntry(secretId)
    const found = entry === null ? success(null) : await stores.get(entry)
    if (!found.ok) return found
    if (entry === null || found.value === null) return success(null)
    const { value, keep } = found.value
    const record = decodeSecret(value)
    value.fill(0)
    const bytes = record?.merchant === null ? encodeSecret({ ...record, merchant }) : null
    record?.secret.fill(0)
    if (bytes === null || bytes.length > maxRecordBytes) return success(null)
    const kept = await stores.put(entry, bytes, keep)
    bytes.fill(0)
    return kept.ok ? success(null) : kept
  }

  const confirmKey = async ({ keyId, merchant }: Adoptable): VaultAnswer<null> => {
    const entry = keyId === null ? null : keyEntry(keyId)
    if (keyId === null || entry === null) return success(null)
    const found = await stores.get(entry)
    if (!found.ok) return found
    if (found.value === null) return success(null)
    found.value.value.fill(0)
    return await merchants.confirm(keyId, merchant, found.value.keep)
  }

  return {
    adoptionState: state,

    async adopt({ profiles }) {
      const present = await state()
      if (!present.ok) return present
      // SECURITY: an unbound secret or unsigned profile that turns up later was put there by somebody.
      if (present.value !== 'due') return finished
      const confirmations: Confirmation[] = []
      for (const profile of profiles) {
        for (const step of [bindSecret, confirmKey]) {
          const done = await step(profile)
          if (!done.ok) return done
        }
        const confirmation = await signatures.signUnattended(profile.content, profile.number)
        if (!confirmation.ok) return confirmation
        if (confirmation.value !== null) confirmations.push(confirmation.value)
      }
      return success(confirmations)
    },

    async finishAdoption() {
      const at = now().toISOString() as UtcTime
      const kept = await stores.put(adoptionEntry, encodeAdoptionDone(at), 'keychain')
      return kept.ok ? success(null) : kept
    },
  }
}
