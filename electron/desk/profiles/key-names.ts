import type { KeyName } from './profile-changes.ts'
import type { Services } from '../services.ts'

/** Describes keys by name and fingerprint; by id if the vault does not know them now. */
export async function keyNames({ vault }: Services): Promise<KeyName> {
  const keys = await vault.listKeys()
  return (keyId) => {
    const key = keys.ok ? keys.value.find(({ id }) => id === keyId) : undefined
    return key === undefined ? `id ${keyId}` : `${key.name} (fingerprint ${key.fingerprint})`
  }
}
