/** The merchants that a key may sign for: one entry of the keychain for each, besides the key's own. */
import { createHash } from 'node:crypto'
import type { KeyId, MerchantKey } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { entryOrLost } from '../keychain/entry-or-lost.ts'
import { maxRecordBytes } from '../keychain/keychain.ts'
import { entryName, join, split } from '../keychain/record.ts'
import type { Stores } from '../keychain/stores.ts'
import type { Keep, VaultAnswer, VaultFailure } from '../port.ts'

export interface KeyMerchants {
  /** Stores that the key may sign for a merchant. */
  confirm(keyId: KeyId, merchant: MerchantKey, keep: Keep): VaultAnswer<null>
  has(keyId: KeyId, merchant: MerchantKey): VaultAnswer<boolean>
  /** All merchants of a key, sorted. */
  of(keyId: KeyId): VaultAnswer<readonly MerchantKey[]>
  removeAll(keyId: KeyId): VaultAnswer<null>
  /** The failure if a key is to sign for a merchant that it was not confirmed for. */
  refusal(keyId: KeyId): Promise<Result<never, VaultFailure>>
}

/** Creates the methods. A confirmation stays valid until the key is removed, so each is read at most once per run. */
export function createKeyMerchants(stores: Stores): KeyMerchants {
  const known = new Map<string, MerchantKey>()

  const read = async (name: string): VaultAnswer<MerchantKey | null> => {
    const before = known.get(name)
    if (before !== undefined) return success(before)
    // A damaged confirmation counts as missing: the key does not sign there before a person confirms the address again.
    const found = await entryOrLost(stores, name)
    if (!found.ok) return found
    const merchant = found.value === null ? null : merchantIn(found.value)
    if (merchant !== null) known.set(name, merchant)
    return success(merchant)
  }

  const namesOf = async (keyId: KeyId): VaultAnswer<string[]> => {
    const names = await stores.list()
    const prefix = prefixOf(keyId)
    return names.ok ? success(names.value.filter((name) => prefix !== null && name.startsWith(prefix))) : names
  }

  const of = async (keyId: KeyId): VaultAnswer<readonly MerchantKey[]> => {
    const names = await namesOf(keyId)
    if (!names.ok) return names
    const merchants: MerchantKey[] = []
    for (const name of names.value) {
      const merchant = await read(name)
      if (!merchant.ok) return merchant
      if (merchant.value !== null) merchants.push(merchant.value)
    }
    return success(merchants.toSorted())
  }

  return {
    of,

    async confirm(keyId, merchant, keep) {
      const name = nameOf(keyId, merchant)
      const bytes = join({ record: 'key-merchant', keyId, merchant })
      if (name === null || bytes.length > maxRecordBytes) {
        return failed({ code: 'key-refused', detail: 'The address is too long to be kept in the keychain.' })
      }
      const kept = await stores.put(name, bytes, keep)
      if (!kept.ok) return kept
      known.set(name, merchant)
      return success(null)
    },

    async has(keyId, merchant) {
      const name = nameOf(keyId, merchant)
      const found = name === null ? success(null) : await read(name)
      // SECURITY: compares the merchant in the entry too, as the name contains only a part of its digest.
      return found.ok ? success(found.value === merchant) : found
    },

    async removeAll(keyId) {
      const names = await namesOf(keyId)
      if (!names.ok) return names
      for (const name of names.value) {
        const removed = await stores.delete(name)
        if (!removed.ok) return removed
        known.delete(name)
      }
      return success(null)
    },

    async refusal(keyId) {
      const belongsTo = await of(keyId)
      return belongsTo.ok ? failed({ code: 'key-not-confirmed', belongsTo: belongsTo.value }) : belongsTo
    },
  }
}

function prefixOf(keyId: KeyId): string | null {
  return entryName('merchant-', `${keyId}-`)
}

function nameOf(keyId: KeyId, merchant: MerchantKey): string | null {
  return entryName('merchant-', `${keyId}-${createHash('sha256').update(merchant).digest('hex').slice(0, 32)}`)
}

function merchantIn(bytes: Buffer): MerchantKey | null {
  const header = split(bytes)?.header
  return header?.record === 'key-merchant' && typeof header.merchant === 'string' ? header.merchant as MerchantKey : null
}
