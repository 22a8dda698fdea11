import type { Pair } from '#shared/gateway/encoding/form.ts'
import type { Addresses } from '../authentication/addresses.ts'
import type { Books } from '../orders/books.ts'
import type { LedgerLine } from '../orders/ledger.ts'
import type { WireAnswer } from '../http/wire.ts'

/** The input of a page. Pages are for browsers: they use neither control nor OAuth. */
export interface PageInput {
  readonly method: 'GET' | 'POST'
  /** The rest of the path after the page's own part, split at its slashes. */
  readonly rest: readonly string[]
  /** Of a posted form. */
  readonly fields: readonly Pair[]
  readonly books: Books
  readonly addresses: Addresses
  /** Milliseconds since 1970. */
  readonly now: number
  readonly processingMs: number
  readonly merchantControl: string
  readonly productWord: string
  /** Writes the ledger and applies the line. */
  readonly record: (line: LedgerLine) => void
}

/** The page's answer; null where there is no such page. */
export type Page = (input: PageInput) => WireAnswer | null
