import type { Pair } from '#shared/gateway/encoding/form.ts'
import type { Addresses } from '../authentication/addresses.ts'
import type { Books } from '../orders/books.ts'
import type { LedgerLine } from '../orders/ledger.ts'
import type { WireAnswer } from '../http/wire.ts'

/** The input of a page. Pages are for browsers: they use neither control nor OAuth. */
export interface PageInput {
  readonly method: 'GET' | 'POST'
  /** The segments of the path after the page's own part. */
  readonly rest: readonly string[]
  /** The fields of a posted form. */
  readonly fields: readonly Pair[]
  readonly books: Books
  readonly addresses: Addresses
  /** Milliseconds since 1970. */
  readonly now: number
  readonly processingMs: number
  readonly merchantControl: string
  readonly productWord: string
  /** Writes the line to the ledger and applies it. */
  readonly record: (line: LedgerLine) => void
}

/** The page's answer; null if there is no such page. */
export type Page = (input: PageInput) => WireAnswer | null
