/** The private key of the certificate with which this desk logs in to its team's database, bound to the server. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { failed, success } from '#shared/result.ts'
import { deleteAll, maxRecordBytes } from '../keychain/keychain.ts'
import { join, split } from '../keychain/record.ts'
import type { Stores } from '../keychain/stores.ts'
import { rebuildKey, takePrimes } from '../keys/key-primes.ts'
import type { VaultAnswer, VaultPort } from '../port.ts'

const keptEntry = 'team-client-key'
/** The chosen key, not used yet; lost when the vault is locked or ends. */
const chosenEntry = 'team-client-key-chosen'

interface Found { readonly certificate: unknown; readonly server: unknown; readonly pem: string }

/** Creates the methods. The key is returned to main alone, for the certificate and server that it is bound to. */
export function createTeamClientKey(
  stores: Stores,
): Pick<VaultPort, 'takeTeamClientKey' | 'keepTeamClientKey' | 'teamClientKey' | 'removeTeamClientKey'> {
  async function put(entry: string, certificate: string, server: string | null, pem: string): VaultAnswer<null> {
    const body = bodyOf(pem)
    if (body === null) return failed({ code: 'key-refused', detail: 'This private key cannot be stored.' })
    const record = join({ record: 'team-client-key', certificate, server, kind: body.kind }, body.bytes)
    try {
      if (record.length > maxRecordBytes) return failed({ code: 'key-refused', detail: 'The private key is too long for the keychain.' })
      const kept = await stores.put(entry, record, entry === keptEntry ? 'keychain' : 'this-run')
      return kept.ok ? success(null) : kept
    } finally {
      for (const buffer of [body.bytes, record]) buffer.fill(0)
    }
  }

  async function get(entry: string): VaultAnswer<Found | null> {
    const found = await stores.get(entry)
    if (!found.ok) return found
    if (found.value === null) return success(null)
    const { value } = found.value
    try {
      return success(foundIn(value))
    } finally {
      value.fill(0)
    }
  }

  /** The chosen key for a certificate; with `server`, the one stored for it and that server. */
  async function find(certificate: string, server: string | null): VaultAnswer<string> {
    const found = await get(server === null ? chosenEntry : keptEntry)
    if (!found.ok) return found
    // SECURITY: editing the file with the address must not make the desk authenticate to another server.
    const isBound = found.value?.certificate === certificate && found.value.server === server
    return isBound && found.value !== null ? success(found.value.pem) : failed({ code: 'no-such-secret' })
  }

  return {
    takeTeamClientKey: ({ certificate, key }) => put(chosenEntry, certificate, null, key),
    teamClientKey: ({ certificate, server }) => find(certificate, server),
    async keepTeamClientKey({ certificate, server }) {
      const chosen = await find(certificate, null)
      if (!chosen.ok) {
        const kept = chosen.failure.code === 'no-such-secret' ? await find(certificate, server) : chosen
        return kept.ok ? success(null) : kept
      }
      const kept = await put(keptEntry, certificate, server, chosen.value)
      if (!kept.ok) return kept
      return await deleteAll(stores, [chosenEntry])
    },
    removeTeamClientKey: () => deleteAll(stores, [chosenEntry, keptEntry]),
  }
}

/** Encodes a key for an entry of the keychain, which has room for the primes of an RSA key or a whole EC key. */
function bodyOf(pem: string): { readonly kind: 'primes' | 'pkcs8'; readonly bytes: Buffer } | null {
  const key = createPrivateKey(pem)
  const primes = key.asymmetricKeyType === 'rsa' ? takePrimes(key) : null
  if (primes !== null && !primes.ok) return null
  const raw = primes === null ? key.export({ type: 'pkcs8', format: 'der' }) : primes.value
  const bytes = Buffer.from(raw.toString('base64'))
  raw.fill(0)
  return { kind: primes === null ? 'pkcs8' : 'primes', bytes }
}

function foundIn(record: Buffer): Found | null {
  const parts = split(record)
  if (parts?.header.record !== 'team-client-key') return null
  const { certificate, server, kind } = parts.header
  const raw = Buffer.from(parts.body.toString('latin1'), 'base64')
  try {
    const key: KeyObject | null = kind === 'primes' ? rebuildKey(raw) : createPrivateKey({ key: raw, format: 'der', type: 'pkcs8' })
    return key === null ? null : { certificate, server, pem: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
  } catch {
    // A damaged key counts as missing: it must be chosen again.
    return null
  } finally {
    raw.fill(0)
  }
}
