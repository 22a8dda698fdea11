/** A document for print: content without layout. Its page and its text are both built from it, so they never differ. */
import type { Masked } from '#shared/brands.ts'
import type { CustomerLanguage } from '#shared/customer-texts/language.ts'

/** Who issues a document. */
export interface Sender {
  readonly name: Masked
  /** Address and contact, a line each. */
  readonly lines: readonly Masked[]
  /** The page shows the picture `logo.png`. */
  readonly hasLogo: boolean
}

export interface Row {
  readonly label: string
  readonly value: Masked
}

export interface Column {
  readonly label: string
  readonly align: 'start' | 'end'
  /** Its texts are short and never break, such as a day. A number at the end of its column never does. */
  readonly isWhole?: boolean
}

export type Block =
  | { readonly kind: 'heading' | 'paragraph' | 'warning' | 'note'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  /** The first cell of a row names it. */
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
 * Text with every character visible: those that turn the direction of a text, hide or control it become their number,
 * "[U+202E]". A line feed stays.
 */
export function visible(text: string): string {
  return text.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}\p{DI}]/gu, (character) =>
    `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)
}
