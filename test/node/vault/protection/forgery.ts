/** Forgeries by an operator with their own program: the passphrase opens the master key. */
import { generateKeyPairSync } from 'node:crypto'
import type { Person } from '#shared/model/persons/person.ts'
import type { Keychain } from '../../../../electron/vault/keychain/keychain.ts'
import { deriveKey, type DerivedKey } from '../../../../electron/vault/protection/derived-key.ts'
import { openPerson, type PersonRecord } from '../../../../electron/vault/protection/person-record.ts'
import { signRoster } from '../../../../electron/vault/protection/roster.ts'
import { rosterOf, slotsOf } from '../../../../electron/vault/protection/session.ts'

/** The key derived from a passphrase for a record. */
export async function derivedAgain({ salt: text, cost }: PersonRecord, passphrase: string): Promise<DerivedKey> {
  const salt = Buffer.from(text, 'base64')
  return { key: await deriveKey(passphrase, salt, cost), salt, cost }
}

/** Replaces the roster by one of these people, signed with a key that the operator created. */
export async function forgeRoster(
  keychain: Keychain, { operator, passphrase, persons }: { operator: Person; passphrase: string; persons: Person[] },
): Promise<void> {
  const record = await slotsOf(keychain, operator.id).read()
  if (!record.ok || record.value === null) throw new Error('the operator has no entry')
  const { key } = await derivedAgain(record.value, passphrase)
  const opened = openPerson(record.value, key)
  if (opened === 'wrong' || opened === 'damaged') throw new Error('the passphrase opens nothing')
  const { privateKey } = generateKeyPairSync('ed25519')
  const forged = await rosterOf(keychain, opened.master).replace(signRoster(1_000, persons, privateKey))
  if (!forged.ok) throw new Error('the forged roster was not kept')
}
