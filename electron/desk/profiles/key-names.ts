import type { KeyName } from './profile-changes.ts'
import type { Services } from '../services.ts'

/** Keys by name and fingerprint, as far as the vault knows them now. */
export async function keyNames({ vault }: Services): Promise<KeyName> {
  const keys = await vault.listKeys()
  return (keyId) => {
    const key = keys.ok ? keys.value.find(({ id }) => id === keyId) : undefined
    return key === undefined ? `id ${keyId}` : `${key.name} (fingerprint ${key.fingerprint})`
  }
}
