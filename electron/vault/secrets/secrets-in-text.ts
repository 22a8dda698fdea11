/** Finds secrets of the vault in a text that is about to be stored where other persons read it. */
import { success } from '#shared/result.ts'
import { entryOrLost } from '../keychain/entry-or-lost.ts'
import { split } from '../keychain/record.ts'
import type { Stores } from '../keychain/stores.ts'
import type { VaultPort } from '../port.ts'

/** The names of entries that may contain a secret, and the kinds of records whose body is one. */
const secretEntries = /^(?:secret-|key-|team-|profile-key$|journal-head-key$|digest-key$)/
const secretRecords: readonly unknown[] = [
  'secret', 'key', 'team-password', 'team-secret', 'team-client-key', 'team-head-key', 'profile-key', 'journal-head-key',
  'digest-key',
]
/** A shorter secret may be part of a word by chance, so it counts only as a whole word. */
const shortestPart = 8
/** The marker of every private key in PEM format. */
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/

/** Creates the search. SECURITY: it returns yes or no; a caller learns a secret only by guessing it completely. */
export function createSecretsInText(stores: Stores): Pick<VaultPort, 'holdsSecret'> {
  return {
    async holdsSecret({ text }) {
      if (privateKey.test(text)) return success(true)
      const names = await stores.list()
      if (!names.ok) return names
      const searched = searchedIn(text)
      for (const name of names.value.filter((one) => secretEntries.test(one))) {
        const found = await entryOrLost(stores, name)
        if (!found.ok) return found
        if (found.value === null) continue
        const isThere = holds(searched, found.value)
        found.value.fill(0)
        if (isThere) return success(true)
      }
      return success(false)
    },
  }
}

interface Searched {
  /** The text without white space, as a secret may be split over lines. */
  readonly joined: string
  readonly inOneCase: string
  readonly words: ReadonlySet<string>
}

function searchedIn(text: string): Searched {
  const joined = text.replace(/\s/gu, '')
  return { joined, inOneCase: joined.toLowerCase(), words: new Set(text.split(/\s+/u)) }
}

function holds({ joined, inOneCase, words }: Searched, record: Buffer): boolean {
  const parts = split(record)
  if (parts === null || !secretRecords.includes(parts.header.record)) return false
  const { body } = parts
  const secret = body.toString('utf8')
  if (secret === '') return false
  if (words.has(secret)) return true
  const plain = secret.replace(/\s/gu, '')
  if (plain.length < shortestPart) return false
  return joined.includes(plain) || inOneCase.includes(body.toString('hex'))
    || joined.includes(body.toString('base64').replaceAll('=', '')) || joined.includes(body.toString('base64url'))
}
