/** The problems of a form before anything is sent (§2.4, §2.6, §8), each with a code. */
import type { FieldKind } from '../fields/field-kinds.ts'
import { isCurrencyCode, minorUnitDigits } from '../numbers/currencies.ts'
import { fieldKeys, fields, type Field, type FieldKey, type FieldValues } from '../fields/fields.ts'
import { isIpAddress } from '../encoding/ip-address.ts'
import { isOfNetwork } from '../numbers/card-networks.ts'
import { hasCardNumberShape, holdsCardNumber } from '../numbers/luhn.ts'
import { amountsWithoutComma, toChargeableMinorUnits } from '../numbers/money.ts'
import { createsOrder, type Operation } from '../operations/operations.ts'
import type { Switches } from '../operations/switches.ts'
import { withoutEnd } from '../../text-end.ts'

export type ProblemCode =
  | 'required' | 'too-long' | 'too-short' | 'not-well-formed' | 'control-character' | 'amount-comma' | 'amount-format'
  | 'amount-decimals' | 'amount-zero' | 'currency-unknown' | 'currency-fixed' | 'ip-address' | 'digits-only'
  | 'card-number' | 'month' | 'year' | 'choice' | 'yes-no' | 'web-address' | 'holds-card-number' | 'holds-confidential' | 'one-of-two'

export interface Problem {
  readonly field: FieldKey
  readonly code: ProblemCode
  /** Numbers and words for the problem's text, such as `most` or `allowed`. */
  readonly details: { readonly [name: string]: string }
}

export interface ValidationContext {
  /** The endpoint's currency; null for a group, which supports several. */
  readonly fixedCurrency: string | null
  readonly switches: Pick<Switches, 'minorUnitDigits'>
}

/**
 * The values to sign and send: trimmed (the gateway trims them too, addendum 4), card numbers without spaces and
 * dashes, lists of amounts without spaces, without empty values and fields that the operation does not send.
 */
export function normaliseValues(operation: Operation<string>, values: FieldValues): FieldValues {
  const normalised: { [Key in FieldKey]?: string } = {}
  for (const { key } of operation.fields) {
    const trimmed = values[key]?.trim() ?? ''
    const value = inWireForm(fields[key].content, trimmed)
    if (value !== '') normalised[key] = value
  }
  return normalised
}

function inWireForm({ kind }: FieldKind, trimmed: string): string {
  switch (kind) {
    case 'card-number': return trimmed.replace(/[\s-]/g, '')
    case 'amount-list': return trimmed.split(',').map((amount) => amount.trim()).join(',')
    default: return trimmed
  }
}

/**
 * Every problem of a form: at most one for each field, in their order, then those between fields. Empty if the form may
 * be sent. Values must be normalised.
 */
export function validate(operation: Operation<string>, values: FieldValues, context: ValidationContext): Problem[] {
  const single = operation.fields.flatMap((use) => {
    if (use.need === 'supplied') return []
    const value = values[use.key]
    if (value === undefined) return use.need === 'required' ? [problem(use.key, 'required')] : []
    const found = problemOf(fields[use.key], value, operation, values, context)
    return found === null ? [] : [found]
  })
  return [...single, ...acrossFields(operation, values)]
}

function acrossFields(operation: Operation<string>, values: FieldValues): Problem[] {
  const problems: Problem[] = []
  problems.push(...destinationProblems(values))
  if (holdsConfidential(values)) problems.push(problem('merchantOrderId', 'holds-confidential'))
  const needsCurrency = operation.fields.some((use) => use.key === 'currency' && use.need === 'optional')
  if (needsCurrency && values.amount !== undefined && values.currency === undefined) {
    problems.push(problem('currency', 'required'))
  }
  return problems
}

/**
 * SECURITY: merchant order ids are shown and stored in clear text: they must not contain account or document numbers.
 */
function holdsConfidential({ merchantOrderId, ...values }: FieldValues): boolean {
  const id = digitsOf(merchantOrderId ?? '')
  return fieldKeys.some((key) => {
    const digits = fields[key].sensitivity === 'never' ? digitsOf(values[key as keyof typeof values] ?? '') : ''
    return digits.length >= shortestConfidential && id.includes(digits)
  })
}

const shortestConfidential = 6

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * A transfer identifies its destination once: by a recurring payment id, a card number, or a card reference (§2.12,
 * addendum 12). The documents define neither whether one is required nor where the money comes from.
 */
function destinationProblems(values: FieldValues): Problem[] {
  const given = destinations.filter((key) => values[key] !== undefined)
  const [strongest] = given
  return strongest === undefined
    ? []
    : given.slice(1).map((key) => problem(key, 'one-of-two', { other: fields[strongest].label }))
}

/** The recurring payment id excludes both others; the card number excludes the reference. */
const destinations: readonly FieldKey[] = [
  'destinationCardRecurringPaymentId', 'destinationCardNumber', 'destinationCardReference',
]

function problemOf(
  field: Field, value: string, operation: Operation<string>, values: FieldValues, context: ValidationContext,
): Problem | null {
  // A lone surrogate has no UTF-8 form, so it can be neither signed nor sent.
  if (!isWellFormed(value)) return problem(field.key, 'not-well-formed')
  if (field.content.kind !== 'multi-line' && hasControlCharacter(value)) return problem(field.key, 'control-character')
  // SECURITY: a person confirms values that decide about money outside the page, and must see exactly the sent text.
  const line = withoutLayout(field, value)
  if (field.decides !== undefined && hasInvisibleCharacter(line)) {
    return problem(field.key, 'control-character', hasControlCharacter(line) ? {} : onlyUnseen)
  }
  const content = contentProblem(field.key, field.content, value, values, context)
  if (content !== null) return content
  if (exceeds(field, value)) return problem(field.key, 'too-long', { most: String(field.limit?.most ?? 0) })
  if (value.length < (field.limit?.least ?? 0)) {
    return problem(field.key, 'too-short', { least: String(field.limit?.least ?? 0) })
  }
  // SECURITY: a card number in the wrong field would be stored in the journal and sent to the wrong place.
  if (holdsCardNumberByMistake(field, value, operation)) return problem(field.key, 'holds-card-number')
  return null
}

function contentProblem(
  key: FieldKey, content: FieldKind, value: string, values: FieldValues, context: ValidationContext,
): Problem | null {
  switch (content.kind) {
    case 'amount': return amountProblem(key, value, values.currency ?? context.fixedCurrency, context)
    case 'amount-list': {
      for (const amount of value.split(',')) {
        if (exceeds(fields.amount, amount.trim())) return problem(key, 'too-long', { most: String(fields.amount.limit?.most) })
        const found = amountProblem(key, amount, values.currency ?? context.fixedCurrency, context)
        if (found !== null) return found
      }
      return null
    }
    case 'currency':
      if (!isCurrencyCode(value)) return problem(key, 'currency-unknown')
      return context.fixedCurrency !== null && value !== context.fixedCurrency
        ? problem(key, 'currency-fixed', { currency: context.fixedCurrency })
        : null
    case 'ip-address': return isIpAddress(value) ? null : problem(key, 'ip-address')
    case 'web-address': return isWebAddress(value) ? null : problem(key, 'web-address')
    case 'card-number': return hasCardNumberShape(value) ? null : problem(key, 'card-number')
    case 'card-verification-value': return /^\d+$/.test(value) ? null : problem(key, 'digits-only')
    case 'whole-number': return /^-?\d{1,9}$/.test(value) ? null : problem(key, 'digits-only')
    case 'month': return /^(?:0?[1-9]|1[0-2])$/.test(value) ? null : problem(key, 'month')
    case 'year': return /^(?:\d{2}|\d{4})$/.test(value) ? null : problem(key, 'year')
    case 'yes-no': return value === 'true' || value === 'false' ? null : problem(key, 'yes-no')
    case 'choice':
      return content.choices.includes(value) ? null : problem(key, 'choice', { choices: content.choices.join(', ') })
    case 'text':
    case 'identifier':
    case 'multi-line':
      return null
  }
}

function amountProblem(
  key: FieldKey, value: string, currency: string | null, context: ValidationContext,
): Problem | null {
  const digits = currency === null ? null : minorUnitDigits(currency, context.switches.minorUnitDigits)
  // Without a known currency only the form of the amount can be checked, not its decimals.
  const minor = toChargeableMinorUnits(value.trim(), digits ?? 4)
  if (minor.ok) return null
  if (minor.failure.code === 'amount-comma') {
    const [first, second] = amountsWithoutComma(value.trim(), digits ?? 2)
    return problem(key, 'amount-comma', { ...(first !== undefined && { first }), ...(second !== undefined && { second }) })
  }
  if (minor.failure.code !== 'amount-decimals') return problem(key, minor.failure.code)
  return problem(key, minor.failure.code, { allowed: String(minor.failure.allowed), currency: currency ?? '' })
}

function holdsCardNumberByMistake(field: Field, value: string, operation: Operation<string>): boolean {
  if (field.sensitivity === 'free-text') return holdsCardNumber(value)
  // Full-width digits, as some keyboards type them, become 0 to 9.
  const plain = value.normalize('NFKC')
  if (phones.includes(field.key)) return isCardNumber(plain.replace(/\D/g, ''), longestPhone + 1)
  // Nobody writes an id in a card's groups. Without groups, order ids may pass the check digit by chance; serial
  // numbers and invented ids look different.
  if (cardGroups.test(plain)) return isCardNumber(plain.replace(/\D/g, ''), 13)
  const typed = withoutCardNumber.includes(field.key) || (field.key === 'merchantOrderId' && createsOrder(operation))
  return typed && isCardNumber(plain, 13)
}

/** True for at least `fewest` digits with a network's first digits and a correct check digit. */
function isCardNumber(digits: string, fewest: number): boolean {
  return digits.length >= fewest && isOfNetwork(digits) && hasCardNumberShape(digits)
}

/** Fields of references, into which a person may type a card number by mistake. */
const withoutCardNumber: readonly FieldKey[] = [
  'cardReference', 'destinationCardReference', 'sendingCardReference', 'serialNumber',
]

const phones: readonly FieldKey[] = ['phone', 'cellPhone', 'receiverPhone']
/** The number of digits in the longest telephone number (E.164). */
const longestPhone = 15

/** A card number as printed or dictated: 4-4-4-4, or 4-6-5. */
const cardGroups = /^\d{4}([ -])(?:\d{4}\1\d{4}\1\d{1,7}|\d{6}\1\d{5})$/

function exceeds(field: Field, value: string): boolean {
  if (field.limit === undefined) return false
  const length = field.limit.unit === 'bytes' ? utf8Length(value) : [...value].length
  return length > field.limit.most
}

/**
 * An amount without the zeros at its end, if the field is too short with them (§8): "12000000.00" becomes "12000000".
 * Any other text is unchanged.
 */
export function shortenedAmount(major: string): string {
  return exceeds(fields.amount, major) && /^\d+\.\d+$/.test(major) ? withoutEnd(withoutEnd(major, '0'), '.') : major
}

/** The number of bytes of well-formed text in UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}

const onlyUnseen = { unseen: 'true' } as const

/**
 * True for a problem that only exists because a person must see the whole text: an invisible character or a stack of
 * marks. The interface permits both.
 */
export function isOnlyUnseen({ details }: Problem): boolean {
  return details.unseen === onlyUnseen.unseen
}

/**
 * The value without characters that are acceptable although they are invisible. In text of several lines these are line
 * breaks and tabs, which the message box shows as spaces; in free text the joiners that some scripts need in words, the
 * parts of an emoji, and Hebrew points.
 */
function withoutLayout({ content, sensitivity }: Field, value: string): string {
  const line = content.kind === 'multi-line' ? value.replace(/[\r\n\t]/g, '') : value
  return sensitivity === 'free-text' ? line.replace(shaping, '') : line
}

const joinedScripts = ['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu']
  .map((script) => `\\p{Script=${script}}`).join('')
const shaping = new RegExp([
  `(?<=[${joinedScripts}])[\\u200c\\u200d](?=[${joinedScripts}])`,
  '(?<=\\p{Extended_Pictographic})\\ufe0f',
  '(?<=[\\p{Extended_Pictographic}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=[\\u05d0-\\u05ea])[\\u0591-\\u05c7]{1,4}',
].join('|'), 'gu')

/** Includes marks that change the text's direction, line separators, and stacks of marks that cover other lines. */
function hasInvisibleCharacter(text: string): boolean {
  return /[\p{C}\p{Zl}\p{Zp}\p{DI}]|\p{M}{3}/u.test(text)
}

function isWellFormed(text: string): boolean {
  return text.isWellFormed()
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#\s]+/i.test(text) && URL.parse(text) !== null
}

function problem(field: FieldKey, code: ProblemCode, details: Problem['details'] = {}): Problem {
  return { field, code, details }
}
