import type { Pair } from '#shared/gateway/form.ts'
import type { Addresses } from '../addresses.ts'
import type { Books } from '../books.ts'
import type { LedgerLine } from '../ledger.ts'
import type { WireAnswer } from '../wire.ts'

/** What a page gets. Pages are for browsers: they know nothing of control or OAuth. */
export interface PageInput {
  readonly method: 'GET' | 'POST'
  /** What follows the page's own part of the path, split at its slashes. */
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
  /** Writes the ledger and takes the line over. */
  readonly record: (line: LedgerLine) => void
}

/** Answers, or says with null that there is no such page. */
export type Page = (input: PageInput) => WireAnswer | null
