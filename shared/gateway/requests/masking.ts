/**
 * The only module that creates masked text. It is built from masked values; finished text is never searched for
 * secrets.
 */
import type { Masked } from '../../brands.ts'
import { cardSeparator, mostSeparators } from '../numbers/digit-runs.ts'
import type { Sensitivity } from '../fields/field-kinds.ts'
import { segments, splitSegment, type Pair } from '../encoding/form.ts'
import { maskCardNumbersIn, maskWrittenCardNumbersIn } from '../numbers/luhn.ts'
import { percentEncode } from '../encoding/percent.ts'
import { replySensitivity } from '../fields/reply-fields.ts'
import type { Reply } from '../replies/reply.ts'

/** The number of characters of a digest or payload that may be shown and stored. */
const shownOfDigest = 8

/**
 * Masks a value by its field's sensitivity, for display and storage. The mask letter is `X`, an unreserved character,
 * so that a base string of masked values stays readable.
 */
export function maskValue(sensitivity: Sensitivity, value: string): Masked {
  return maskedText(sensitivity, value) as Masked
}

function maskedText(sensitivity: Sensitivity, value: string): string {
  switch (sensitivity) {
    case 'open': return value
    case 'free-text': return maskCardNumbersIn(value)
    case 'card-number': return maskCardNumber(value.replace(/[\s-]/g, ''))
    case 'never': return value === '' ? '' : 'XXX'
    case 'payload':
    case 'digest': return value.length <= shownOfDigest ? 'X'.repeat(value.length) : `${value.slice(0, shownOfDigest)}...`
  }
}

/** First six and last four digits, the rest `X`. Fewer than twelve digits are masked completely. */
function maskCardNumber(digits: string): string {
  if (digits.length < 12) return 'X'.repeat(digits.length)
  return `${digits.slice(0, 6)}${'X'.repeat(digits.length - 10)}${digits.slice(-4)}`
}

/** Masks free text, such as an error or a reason, for storage. */
export function maskFreeText(text: string): Masked {
  return maskValue('free-text', text)
}

/**
 * Masks text of this installation (an id, a letterhead, a file name) for a document. Long numbers may have the check
 * digit of a card by chance, and a masked one finds nothing. SECURITY: a typed card number is masked.
 */
export function maskWrittenCards(text: string): Masked {
  return maskWrittenCardNumbersIn(text) as Masked
}

/** Masks every digit, for text that may contain any confidential number. */
export function maskDigits(text: string): Masked {
  return text.replace(/\p{Nd}/gu, 'X') as Masked
}

/**
 * As `maskFreeText`, but keeps the given ids whole where they stand alone, even if their digits could be a card number.
 * For text about the payment with these ids.
 */
export function maskFreeTextExcept(text: string, ids: readonly string[]): Masked {
  const cardLike = ids.filter((id) => maskCardNumbersIn(id) !== id).toSorted((one, other) => other.length - one.length)
  if (cardLike.length === 0) return maskFreeText(text)
  const between = `${cardSeparator}{0,${mostSeparators}}`
  // SECURITY: beside other digits an id may be a part of a card number.
  const alone = new RegExp(
    `(?<![\\p{L}\\p{N}]|\\p{N}${between})(${cardLike.map(escaped).join('|')})(?!${between}\\p{N}|[\\p{L}\\p{N}])`, 'u',
  )
  return text.split(alone).map((part, index) => (index % 2 === 1 ? part : maskFreeText(part))).join('') as Masked
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** Declares text that a composer built from masked values only; the composers of `request.ts` are its only callers. */
export function builtFromMasked(text: string): Masked {
  return text as Masked
}

/** A reply's decoded fields, masked for display. */
export function maskReplyFields(fields: readonly Pair[]): { readonly name: Masked; readonly value: Masked }[] {
  // SECURITY: names come from outside too, like values.
  return fields.map(([name, value]) => ({ name: maskReplyName(name), value: maskReplyValue(name, value) }))
}

const longestUnreadableBody = 4_096

/**
 * The raw reply, masked for display and storage. Segments without masked values stay unchanged; an issuer's HTML is
 * replaced by its length. A body that is not a form is kept up to 4,096 characters with card numbers masked.
 */
export function maskRawReply(reply: Pick<Reply, 'body' | 'fields'>): Masked {
  // SECURITY: masks before truncating, because half a card number would not be recognised.
  if (reply.fields.length === 0) return maskFreeText(reply.body).slice(0, longestUnreadableBody) as Masked
  const masked = segments(reply.body).map((segment) => {
    const [name, value] = splitSegment(segment)
    // Trims as the reader does: spaces around a name must not hide a confidential field.
    const shown = maskReplyValue(name.trim(), value)
    const shownName = maskReplyName(name)
    return shown === value && shownName === name ? segment : `${inSegment(shownName)}=${inSegment(shown)}\n`
  })
  return masked.join('&') as Masked
}

/**
 * SECURITY: the stored text is parsed again. Text that a customer typed behind a card number must not become a field of
 * its own, such as a status.
 */
function inSegment(text: string): string {
  return text.replace(/[%&+=]/g, percentEncode)
}

/** Longer than any field name of the interface. */
const longestName = 200

/** Text too long for a name is replaced by its length, which avoids the search for card numbers. */
function maskReplyName(name: string): Masked {
  return name.length > longestName ? `(${name.length} characters)` as Masked : maskFreeText(name)
}

function maskReplyValue(name: string, value: string): Masked {
  if (name === 'html') return `(${value.length} characters of HTML)` as Masked
  return maskValue(replySensitivity(name), value)
}
