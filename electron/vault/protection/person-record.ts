/** A person's record in the keychain: the person, and the master key sealed with the key of the passphrase. */
import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import type { PersonId } from '#shared/brands.ts'
import { personSchema, type Person } from '#shared/model/persons/person.ts'
import { join, split } from '../keychain/record.ts'
import { sealBytes } from '../keychain/sizes.ts'
import { costIn, type DerivedKey, type ScryptCost } from './derived-key.ts'
import { open, seal } from './sealing.ts'
import type { SlotForm } from './slots.ts'

/** The key pair that signs profiles, settings and the roster; only administrators have the private half. */
export interface SigningPair {
  readonly id: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject | null
}

export interface PersonRecord extends Person {
  /** Higher for a later record of the same person. */
  readonly generation: number
  /** True once every entry has been wrapped; from then on plain entries are not accepted. */
  readonly wrapped: boolean
  readonly signingKeyId: string
  /** SubjectPublicKeyInfo (DER) in Base64. */
  readonly publicKey: string
  readonly cost: ScryptCost
  /** Base64. */
  readonly salt: string
  readonly sealedMaster: Buffer
  /** Null for operators. */
  readonly sealedPrivateKey: Buffer | null
}

const masterBytes = 32
const entryPrefix = 'person-'

/** The base of the names of a person's two entries (`slotNames`). */
export const personEntry = (id: PersonId) => `${entryPrefix}${id}`

/** The person in the name of an entry; null for another entry. */
export function personIdIn(name: string): PersonId | null {
  const id = /^person-([0-9a-f]{16})-[ab]$/.exec(name)?.[1]
  return id === undefined ? null : id as PersonId
}

/** Seals the master key, and for an administrator the private key, for one person and one passphrase. */
export function sealPerson(
  person: Person & { readonly generation: number; readonly wrapped: boolean },
  derived: DerivedKey, master: KeyObject, signing: SigningPair,
): PersonRecord {
  const header = {
    ...person,
    signingKeyId: signing.id,
    publicKey: signing.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    cost: derived.cost,
    salt: derived.salt.toString('base64'),
  }
  const masterText = master.export()
  const der = person.role === 'administrator' ? signing.privateKey?.export({ type: 'pkcs8', format: 'der' }) : undefined
  if (person.role === 'administrator' && der === undefined) throw new TypeError('an administrator needs the private key')
  try {
    return {
      ...header,
      sealedMaster: seal(derived.key, masterText, purposeOf(header, 'master key')),
      sealedPrivateKey: der === undefined ? null : seal(derived.key, der, purposeOf(header, 'administrator')),
    }
  } finally {
    masterText.fill(0)
    der?.fill(0)
  }
}

/** The keys that a passphrase opens in a person's record. */
export interface OpenedPerson {
  readonly master: KeyObject
  readonly signing: SigningPair
}

/**
 * Opens a record. `wrong`: another passphrase. `damaged`: the passphrase is correct, but the public key is invalid, or
 * an administrator's private key is missing or does not belong to it.
 */
export function openPerson(record: PersonRecord, key: KeyObject): OpenedPerson | 'wrong' | 'damaged' {
  const masterText = open(key, record.sealedMaster, purposeOf(record, 'master key'))
  if (masterText === null) return 'wrong'
  const master = createSecretKey(masterText)
  masterText.fill(0)
  const publicKey = publicKeyIn(record.publicKey)
  if (publicKey === null) return 'damaged'
  if (record.role === 'operator') return { master, signing: { id: record.signingKeyId, publicKey, privateKey: null } }
  const privateKey = openPrivateKey(record, key)
  if (privateKey === null || !createPublicKey(privateKey).equals(publicKey)) return 'damaged'
  return { master, signing: { id: record.signingKeyId, publicKey, privateKey } }
}

function openPrivateKey(record: PersonRecord, key: KeyObject): KeyObject | null {
  if (record.sealedPrivateKey === null) return null
  const der = open(key, record.sealedPrivateKey, purposeOf(record, 'administrator'))
  if (der === null) return null
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } finally {
    der.fill(0)
  }
}

function publicKeyIn(text: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

type Bound = Pick<PersonRecord, 'id' | 'wrapped' | 'signingKeyId' | 'publicKey' | 'cost' | 'salt'>

// SECURITY: binds the sealed keys to the person, the key that verifies all signatures, and the completed wrapping. So
// whoever writes the keychain can neither assign another person's key, nor make plain entries accepted again. Name and
// role are not bound: an administrator changes them without the passphrase; the signed roster contains them.
function purposeOf({ id, wrapped, signingKeyId, publicKey, cost, salt }: Bound, purpose: string): string {
  const bound = [id, wrapped, signingKeyId, publicKey, cost.N, cost.r, cost.p, salt]
  return `Gateway Console person\n${purpose}\n${JSON.stringify(bound)}`
}

/** The format of a person's record: a line of JSON, then the sealed keys. */
export const personForm: SlotForm<PersonRecord> = {
  generation: ({ generation }) => generation,

  encode({ sealedMaster, sealedPrivateKey, ...header }) {
    return join({ record: 'person', ...header }, Buffer.concat([sealedMaster, sealedPrivateKey ?? Buffer.alloc(0)]))
  },

  decode(bytes) {
    const parts = split(bytes)
    if (parts?.header.record !== 'person') return null
    const person = personSchema.safeParse(parts.header)
    const { generation, wrapped, signingKeyId, publicKey, salt } = parts.header
    const cost = costIn(parts.header.cost)
    if (!person.success || cost === null || typeof generation !== 'number' || typeof wrapped !== 'boolean') return null
    if (typeof signingKeyId !== 'string' || typeof publicKey !== 'string' || typeof salt !== 'string') return null
    const sealedMaster = parts.body.subarray(0, masterBytes + sealBytes)
    const rest = parts.body.subarray(masterBytes + sealBytes)
    return {
      ...person.data, generation, wrapped, signingKeyId, publicKey, cost, salt,
      sealedMaster, sealedPrivateKey: rest.length === 0 ? null : rest,
    }
  },
}
