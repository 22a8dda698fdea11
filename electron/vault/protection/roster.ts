/** The roster: the persons by name and role, signed by an administrator. */
import { createHash, sign, verify, type KeyObject } from 'node:crypto'
import type { PersonId } from '#shared/brands.ts'
import type { Person } from '#shared/model/persons/person.ts'
import { join, split } from '../keychain/record.ts'
import type { SigningPair } from './person-record.ts'
import type { SlotForm } from './slots.ts'

/** The most persons that an entry of the keychain holds, also while one of them is changed and listed twice. */
export const mostPersons = 40

export interface Roster {
  /** Increases with every change. */
  readonly version: number
  /** A digest (hexadecimal) of each person; of both states while a person is being changed. */
  readonly digests: readonly string[]
  readonly signature: Buffer
}

export const rosterEntry = 'roster'

const purpose = 'Gateway Console persons\n'
const digestBytes = 24
const signatureBytes = 64

/** Signs a roster of these persons. */
export function signRoster(version: number, persons: readonly Person[], privateKey: KeyObject): Roster {
  const digests = [...new Set(persons.map(digestOf))]
  return { version, digests, signature: sign(null, signedText(version, digests), privateKey) }
}

/** Whether an administrator signed this roster. */
export function isSigned({ version, digests, signature }: Roster, { publicKey }: SigningPair): boolean {
  return verify(null, signedText(version, digests), publicKey, signature)
}

/** Whether the roster lists the person with this name and role. */
export const listsPerson = (roster: Roster, person: Person): boolean => roster.digests.includes(digestOf(person))

/** Whether the roster lists a person with this id, under any name and role. */
export const listsId = (roster: Roster, id: PersonId): boolean => roster.digests.some((digest) => digest.startsWith(id))

/** The id, and 128 bits of a digest over id, role and name. */
function digestOf({ id, role, name }: Person): string {
  return id + createHash('sha256').update(JSON.stringify([id, role, name])).digest('hex').slice(0, 32)
}

function signedText(version: number, digests: readonly string[]): Buffer {
  return Buffer.from(`${purpose}${version}\n${digests.join('\n')}`)
}

/** The format of the roster: a line of JSON, the digests, the signature. */
export const rosterForm: SlotForm<Roster> = {
  generation: ({ version }) => version,

  encode: ({ version, digests, signature }) =>
    join({ record: 'roster', version }, Buffer.concat([Buffer.from(digests.join(''), 'hex'), signature])),

  decode(bytes) {
    const parts = split(bytes)
    if (parts?.header.record !== 'roster' || typeof parts.header.version !== 'number') return null
    const text = parts.body.subarray(0, -signatureBytes)
    if (parts.body.length < signatureBytes || text.length % digestBytes !== 0) return null
    const digests = Array.from({ length: text.length / digestBytes }, (_, place) =>
      text.toString('hex', place * digestBytes, (place + 1) * digestBytes))
    return { version: parts.header.version, digests, signature: parts.body.subarray(-signatureBytes) }
  },
}
