/** The digest of the newest numbers of everything signed: editing the files does not reach it. */
import { success } from '#shared/result.ts'
import { entryOrLost } from '../keychain/entry-or-lost.ts'
import { join, split } from '../keychain/record.ts'
import type { Stores } from '../keychain/stores.ts'
import type { VaultPort } from '../port.ts'

const entry = 'newest'

/** Stores it in an entry of the keychain, encrypted like the others where a passphrase protects the desk. */
export function createNewestDigest(stores: Stores): Pick<VaultPort, 'newest' | 'keepNewest'> {
  return {
    async newest() {
      const keeping = await stores.keeping()
      if (!keeping.ok) return keeping
      if (keeping.value.keeping === 'this-run-only') return success({ kind: 'nothing-kept' })
      const found = await entryOrLost(stores, entry)
      if (!found.ok) return found
      const header = found.value === null ? null : split(found.value)?.header
      const digest = header?.record === 'newest' && typeof header.digest === 'string' ? header.digest : null
      return success({ kind: 'kept', digest })
    },
    async keepNewest({ digest }) {
      if (!/^[0-9a-f]{64}$/.test(digest)) throw new TypeError('only a digest is kept')
      const kept = await stores.put(entry, join({ record: 'newest', digest }, Buffer.alloc(0)), 'keychain')
      return kept.ok ? success(null) : kept
    },
  }
}
