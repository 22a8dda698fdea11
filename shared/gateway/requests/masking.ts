/**
 * The only module that creates masked text. Masked text is built from masked values, never searched for secrets
 * afterwards.
 */
import type { Masked } from '../../brands.ts'
import { cardSeparator, mostSeparators } from '../numbers/digit-runs.ts'
import type { Sensitivity } from '../fields/field-kinds.ts'
import { segments, splitSegment, type Pair } from '../encoding/form.ts'
import { maskCardNumbersIn, maskWrittenCardNumbersIn } from '../numbers/luhn.ts'
import { percentEncode } from '../encoding/percent.ts'
import { replySensitivity } from '../fields/reply-fields.ts'
import type { Reply } from '../replies/reply.ts'

/** Characters of a digest or payload that may be shown and kept. */
const shownOfDigest = 8

/**
 * A value as it may be shown and kept, by its field's sensitivity. The mask letter is `X`: it is unreserved, so a base
 * string built from masked values stays readable.
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

/** Free text (an error, a reason) as it may be kept. */
export function maskFreeText(text: string): Masked {
  return maskValue('free-text', text)
}

/**
 * Text of this installation (an id, a letterhead, the name of a file) as a document shows it. Long numbers pass the
 * check digit of cards by chance, and a masked one finds nothing. SECURITY: a card number that was typed is masked.
 */
export function maskWrittenCards(text: string): Masked {
  return maskWrittenCardNumbersIn(text) as Masked
}

/** A text that may contain any number that is confidential: no digit is left. */
export function maskDigits(text: string): Masked {
  return text.replace(/\p{Nd}/gu, 'X') as Masked
}

/**
 * As `maskFreeText`, but the given ids stay where they stand alone, although their digits could be a card number. For
 * text about a payment that has them.
 */
export function maskFreeTextBesides(text: string, ids: readonly string[]): Masked {
  const alike = ids.filter((id) => maskCardNumbersIn(id) !== id).toSorted((one, other) => other.length - one.length)
  if (alike.length === 0) return maskFreeText(text)
  const between = `${cardSeparator}{0,${mostSeparators}}`
  // SECURITY: beside other digits an id may be a part of a card number.
  const alone = new RegExp(
    `(?<![\\p{L}\\p{N}]|\\p{N}${between})(${alike.map(escaped).join('|')})(?!${between}\\p{N}|[\\p{L}\\p{N}])`, 'u',
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

/** A reply's decoded fields as they may be shown. */
export function maskReplyFields(fields: readonly Pair[]): { readonly name: Masked; readonly value: Masked }[] {
  // SECURITY: a name is as foreign as its value.
  return fields.map(([name, value]) => ({ name: maskReplyName(name), value: maskReplyValue(name, value) }))
}

const mostOfUnreadableBody = 4_096

/**
 * The raw reply as it may be shown and kept. Segments stay unchanged except where their value is masked; HTML from an
 * issuer is replaced by its length. A body that is no form is kept up to 4,096 characters with card numbers masked.
 */
export function maskRawReply(reply: Pick<Reply, 'body' | 'fields'>): Masked {
  // SECURITY: masked before it is cut: half a card number would not be recognized.
  if (reply.fields.length === 0) return maskFreeText(reply.body).slice(0, mostOfUnreadableBody) as Masked
  const masked = segments(reply.body).map((segment) => {
    const [name, value] = splitSegment(segment)
    // Trimmed as the reader does: spaces around a name must not hide a confidential field.
    const shown = maskReplyValue(name.trim(), value)
    const shownName = maskReplyName(name)
    return shown === value && shownName === name ? segment : `${inSegment(shownName)}=${inSegment(shown)}\n`
  })
  return masked.join('&') as Masked
}

/**
 * SECURITY: the kept text is read again. What a customer typed after a card number must not become a field of its own,
 * such as a status. Everything else stays readable.
 */
function inSegment(text: string): string {
  return text.replace(/[%&+=]/g, percentEncode)
}

/** No field name of the interface is this long. */
const mostOfName = 200

/** A text too long for a name is replaced by its length: searching it for card numbers would only cost time. */
function maskReplyName(name: string): Masked {
  return name.length > mostOfName ? `(${name.length} characters)` as Masked : maskFreeText(name)
}

function maskReplyValue(name: string, value: string): Masked {
  if (name === 'html') return `(${value.length} characters of HTML)` as Masked
  return maskValue(replySensitivity(name), value)
}
