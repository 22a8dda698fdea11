/**
 * A signed head of the journal: the vault signs (Ed25519) the chain's position, so that a person without its secrets
 * can verify a copy of the journal with the public key alone. `docs/history.md` describes it for outsiders.
 */
import type { UtcTime } from '../../brands.ts'

/** The end of a chain, by the application's own proof. */
export interface JournalHead {
  /** Names the journal: 32 hexadecimal digits, generated randomly with its first head. */
  readonly journal: string
  /** Counts the heads of a journal from 1; only a restore leaves numbers out. */
  readonly number: number
  /** Counts the epochs of the chain from 1: a restore begins the next one. */
  readonly epoch: number
  /** The position in the chain, and its link (SHA-256, 64 hexadecimal digits). */
  readonly position: number
  readonly link: string
  readonly at: UtcTime
}

/** A head with its signature: `keyId` names the key (see `headKeyId`), the signature is Base64. */
export interface SignedHead extends JournalHead {
  readonly keyId: string
  readonly signature: string
}

/** The public half of the key that signs heads, as PEM (SubjectPublicKeyInfo), and the first position that it signs. */
export interface HeadKey {
  readonly keyId: string
  readonly createdAt: UtcTime
  readonly since: number
  readonly publicKey: string
}

/** Begins the text of every head, so that a signature over a head is valid for nothing else. */
const purpose = 'Gateway Console journal head 1'
/** Begins an exported file of heads. */
export const headsFormat = 'gateway-console/journal-heads/1'

/**
 * The text that is signed, as UTF-8: the purpose, then a line for each value, each ended by a line feed. Null when a
 * value does not have its form, so that no value can pass for two.
 */
export function headText({ journal, number, epoch, position, link, at }: JournalHead, keyId: string): string | null {
  const isWellFormed = /^[0-9a-f]{32}$/.test(journal) && /^[0-9a-f]{64}$/.test(link) && /^[0-9a-f]{16}$/.test(keyId)
    && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at)
    && [number, epoch, position].every((count) => Number.isSafeInteger(count) && count > 0)
  if (!isWellFormed) return null
  return `${purpose}\njournal ${journal}\nnumber ${number}\nepoch ${epoch}\nposition ${position}\nlink ${link}\nat ${at}\n`
    + `key ${keyId}\n`
}

/** A signature by the key of the heads over something else: removals of content of one batch, or a report. */
export interface HeadKeySignature {
  readonly keyId: string
  /** Ed25519, Base64. */
  readonly signature: string
}

/**
 * The signed text of a batch of removals: the purpose, one line for the digest of each in the order of the chain, and
 * the key. Null when one of them is no digest.
 */
export function removalsText(digests: readonly string[], keyId: string): string | null {
  if (digests.length === 0 || !digests.every((digest) => /^[0-9a-f]{64}$/.test(digest)) || !/^[0-9a-f]{16}$/.test(keyId)) return null
  return `Gateway Console journal removals 1\n${digests.map((digest) => `removal ${digest}\n`).join('')}key ${keyId}\n`
}

/** The signed text of a report: the purpose, the SHA-256 of the file, and the key. Null where the digest is none. */
export function reportText(digest: string, keyId: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(digest) || !/^[0-9a-f]{16}$/.test(keyId)) return null
  return `Gateway Console report 1\nsha256 ${digest}\nkey ${keyId}\n`
}
