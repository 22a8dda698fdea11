/**
 * A signed head of the journal: the vault signs (Ed25519) the position in the chain, so that others can verify a copy
 * of the journal with only the public key. `docs/history.md` describes it for them.
 */
import type { UtcTime } from '../../brands.ts'

/** The end of a chain, as the application has verified it. */
export interface JournalHead {
  /** Identifies the journal: 32 random hexadecimal digits, generated with its first head. */
  readonly journal: string
  /** Counts the heads of a journal from 1; only a restore skips numbers. */
  readonly number: number
  /** Counts the epochs of the chain from 1: a restore begins the next one. */
  readonly epoch: number
  /** The position in the chain, and its link (SHA-256, 64 hexadecimal digits). */
  readonly position: number
  readonly link: string
  readonly at: UtcTime
}

/** A head with its signature: `keyId` identifies the key (see `headKeyId`), the signature is Base64. */
export interface SignedHead extends JournalHead {
  readonly keyId: string
  readonly signature: string
}

/** The public key that verifies heads, as PEM (SubjectPublicKeyInfo), and the first position that it signed. */
export interface HeadKey {
  readonly keyId: string
  readonly createdAt: UtcTime
  readonly since: number
  readonly publicKey: string
}

/** The first line of a head's text, so that its signature is valid for no other kind of text. */
const purpose = 'Gateway Console journal head 1'
/** The first line of an exported file of heads. */
export const headsFormat = 'gateway-console/journal-heads/1'

/**
 * The signed text, as UTF-8: the purpose, then a line for each value, each ended by a line feed. Null for a value in
 * the wrong form, so that no value can be read as two.
 */
export function headText({ journal, number, epoch, position, link, at }: JournalHead, keyId: string): string | null {
  const isWellFormed = /^[0-9a-f]{32}$/.test(journal) && /^[0-9a-f]{64}$/.test(link) && /^[0-9a-f]{16}$/.test(keyId)
    && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at)
    && [number, epoch, position].every((count) => Number.isSafeInteger(count) && count > 0)
  if (!isWellFormed) return null
  return `${purpose}\njournal ${journal}\nnumber ${number}\nepoch ${epoch}\nposition ${position}\nlink ${link}\nat ${at}\n`
    + `key ${keyId}\n`
}

/** A signature with the key of the heads over other content: the removals of a batch, or a report. */
export interface HeadKeySignature {
  readonly keyId: string
  /** Ed25519, Base64. */
  readonly signature: string
}

/**
 * The signed text of a batch of removals: the purpose, one line for each digest in the order of the chain, and the key.
 * Null if one of them is not a digest.
 */
export function removalsText(digests: readonly string[], keyId: string): string | null {
  if (digests.length === 0 || !digests.every((digest) => /^[0-9a-f]{64}$/.test(digest)) || !/^[0-9a-f]{16}$/.test(keyId)) return null
  return `Gateway Console journal removals 1\n${digests.map((digest) => `removal ${digest}\n`).join('')}key ${keyId}\n`
}

/** The signed text of a report: the purpose, the SHA-256 of the file, and the key. Null for an invalid digest. */
export function reportText(digest: string, keyId: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(digest) || !/^[0-9a-f]{16}$/.test(keyId)) return null
  return `Gateway Console report 1\nsha256 ${digest}\nkey ${keyId}\n`
}
