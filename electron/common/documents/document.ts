/** A document for print: content without layout. HTML and plain text are both built from it, so they never differ. */
import type { Masked } from '#shared/brands.ts'
import type { CustomerLanguage } from '#shared/customer-texts/language.ts'

/** Who issues a document. */
export interface Sender {
  readonly name: Masked
  /** Address and contact, a line each. */
  readonly lines: readonly Masked[]
  /** The HTML page shows the picture `logo.png`. */
  readonly hasLogo: boolean
}

export interface Row {
  readonly label: string
  readonly value: Masked
}

export interface Column {
  readonly label: string
  readonly align: 'start' | 'end'
  /** True for short texts that must not wrap, such as a day. Columns with `align: 'end'` never wrap. */
  readonly isWhole?: boolean
}

export type Block =
  | { readonly kind: 'heading' | 'paragraph' | 'warning' | 'note'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  /** The first cell of each row is its heading. */
  | { readonly kind: 'table'; readonly label: string; readonly columns: readonly Column[]; readonly rows: readonly (readonly Masked[])[] }
  /** Text as it was sent or received, with its lines. */
  | { readonly kind: 'quote'; readonly label: string; readonly text: Masked }

export interface PrintedDocument {
  readonly language: CustomerLanguage
  readonly title: string
  /** Null for a document that shows no sender. */
  readonly sender: Sender | null
  readonly blocks: readonly Block[]
}

/**
 * Makes every character of a text visible. Characters that change its direction, hide or control it are replaced with
 * their code point, "[U+202E]". Line feeds stay.
 */
export function visible(text: string): string {
  return text.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}\p{DI}]/gu, (character) =>
    `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)
}
