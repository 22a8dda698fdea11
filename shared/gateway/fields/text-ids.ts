/**
 * Finds ids in any pasted text (a log line, a mail, an address, JSON, a receipt), to search for their payment. Takes
 * linear time; reads only the first 16,384 characters.
 */
import { idKindByName, type IdKind } from './id-names.ts'
import { withPlainDigits } from '../numbers/digit-runs.ts'
import { maskWrittenCardNumbersIn } from '../numbers/luhn.ts'
import { withPlainAmounts } from '../numbers/plain-amounts.ts'
import { percentDecode } from '../encoding/percent.ts'

/** An id found in a text; kind `id` if the text does not name its kind. */
export interface FoundId {
  readonly kind: IdKind | 'id'
  readonly value: string
}

const longestText = 16_384
const longestId = 128
const mostIds = 12
const shortestUnnamed = 5

// Addendum 6: 00000000-0000-0000-0000-000002d9b22a
const serialNumber = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
// Card numbers never have these forms, though their digits may have a correct check digit.
const neverACard =
  /(?<![\w.-])([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:19|20)\d\d-[01]\d-[0-3]\d|[0-3]?\d\.[01]?\d\.(?:19|20)\d\d)(?![\w.-])/i
/** A masked card number. */
const masked = /\d[ .-]?X{2}/

/**
 * Masks the middle of every card number in a text. SECURITY: the text of a search is shown, stored in the address and
 * sent to main, so it must not contain a card number. Serial numbers, dates and long ids stay unchanged, as a masked id
 * finds nothing.
 */
export function withoutCardNumbers(text: string): string {
  // The pattern has one group, so every second piece is text that cannot be a card number.
  return text.split(neverACard).map((piece, place) => (place % 2 === 0 ? maskWrittenCardNumbersIn(piece) : piece)).join('')
}

/**
 * The distinct ids of a text, at most twelve: named ones first, then unnamed ones, then those that many payments share.
 * Card numbers are reduced to their last four digits. Values named as a secret or digest are left out.
 */
export function idsInText(text: string): readonly FoundId[] {
  const read = withPlainAmounts(withPlainDigits(withoutCardNumbers(percentDecode(text.slice(0, longestText)))))
  const found = [...lastFoursIn(read), ...receiptsIn(read)]
  let end = 0
  for (const { 0: token, index } of read.matchAll(words)) {
    if (index < end) continue
    const { name, isStated } = nameBefore(read, index)
    if (name === 'cardholder' && isStated) {
      const value = wholeValue(read, index)
      found.push({ kind: name, value: value.replaceAll('+', ' ').trim() })
      end = index + value.length
    } else found.push(...idsOf(token, { name, isStated, before: read.slice(Math.max(0, index - 2), index) }))
  }
  const rank = ({ kind }: FoundId): number => (kind === 'id' ? 1 : isShared(kind) ? 2 : 0)
  return distinct(found.sort((one, other) => rank(one) - rank(other))).slice(0, mostIds)
}

/** True for a value that many payments share: it finds a payment only together with others. */
export function isShared(kind: FoundId['kind']): boolean {
  return kind === 'cardholder' || kind === 'lastFour' || kind === 'amount'
}

const decimalText = /^(0|[1-9]\d{0,11}|[1-9]\d{0,2}(?:,\d{3}){1,3}|[1-9]\d{0,2}(?:\.\d{3}){1,3})[.,](\d{2,3})$/

/** A typed decimal amount ("10.15", "10,15", "1,250.00", "1.250,00") with a decimal point; null for other text. */
function amountIn(token: string): string | null {
  const [, whole = '', decimals] = decimalText.exec(token) ?? []
  return decimals === undefined ? null : `${whole.replace(/[.,]/g, '')}.${decimals}`
}

// Letters and digits, with the characters that ids contain between them.
const words = /[\p{L}\p{N}](?:[\p{L}\p{N}._,\-]*[\p{L}\p{N}])?/gu

function idsOf(
  token: string, { name, isStated, before }: { name: IdKind | 'other' | null; isStated: boolean; before: string },
): FoundId[] {
  if (name === 'other' || token.length > longestId || masked.test(token)) return []
  const amount = amountIn(token)
  if (name === 'amount') return /^\d/.test(token) ? [{ kind: 'amount', value: amount ?? token.replaceAll(',', '') }] : []
  if (name === 'lastFour') return /^\d{4}$/.test(token) ? [{ kind: 'lastFour', value: token }] : []
  if (name === 'cardholder') return []
  // In prose ("the order is late") only a token with a digit is an id.
  if (name !== null && !(token.includes(',')) && (/\d/.test(token) || (isStated && !emptyValues.has(token.toLowerCase())))) {
    return [{ kind: name, value: token }]
  }
  if (serialNumber.test(token)) return [{ kind: 'serialNumber', value: token }]
  // Times and versions are not amounts. Host names are not ids.
  if (/[:/@]$/.test(before) && (amount !== null || before === '//' || before.endsWith('@') || /\d:$/.test(before))) return []
  if (amount !== null) return [{ kind: 'amount', value: amount }]
  return token.split(',').filter(isUnnamedId).map((value) => ({ kind: 'id', value }))
}

const emptyValues: ReadonlySet<string> = new Set(['null', 'undefined', 'none', 'true', 'false', 'is', 'was', 'id'])

function isUnnamedId(token: string): boolean {
  return token.length >= shortestUnnamed && /\d/.test(token) && !notAnId.test(token)
}

/** Dates, IP addresses, digests. */
const notAnId = /^(?:\d{4}-\d\d-\d\d.*|\d{1,2}[.-]\d{1,2}[.-]\d{2,4}|\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{32}|[\da-f]{40}|[\da-f]{64})$/i

const longestName = 60
const mostWordsOfAName = 4

/** The name in the words before a position; `isStated` if a sign ("=", ":") follows the name. */
function nameBefore(text: string, place: number): { readonly name: IdKind | 'other' | null; readonly isStated: boolean } {
  const before = text.slice(Math.max(0, place - longestName), place)
  const bare = trimEnd(before, signs)
  const between = before.slice(bare.length)
  const last = bare.slice(startOfName(bare)).split(' ')
  for (let count = Math.min(mostWordsOfAName, last.length); count > 0; count -= 1) {
    const name = idKindByName(last.slice(-count).join(' '))
    if (name !== null) return { name, isStated: /[:=>]/.test(between) }
  }
  return { name: null, isStated: false }
}

const signs: ReadonlySet<string> = new Set([...' \t\r\n"\'“”:=#>([№*•/'])
const ofAName = /[\p{L}\p{N}_\- ()]/u

function startOfName(text: string): number {
  let start = text.length
  while (start > 0 && ofAName.test(text.charAt(start - 1))) start -= 1
  return start
}

function trimEnd(text: string, unwanted: ReadonlySet<string>): string {
  let end = text.length
  while (end > 0 && unwanted.has(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

const endsAValue: ReadonlySet<string> = new Set([...'&"\'<>\n\r\t,;{}|'])
const longestHolder = 60

/** The whole value, which may have several words. */
function wholeValue(text: string, from: number): string {
  let end = from
  while (end < text.length && end - from < longestHolder && !endsAValue.has(text.charAt(end))) end += 1
  return text.slice(from, end)
}

/** The last four digits of masked card numbers: "411111XXXXXX1111", "**** 1111", "•••• 1111". */
function lastFoursIn(text: string): FoundId[] {
  return [...text.matchAll(/[X*•]{2,16}[ -]?(\d{4})(?!\d)/gi)].map(([, value = '']) => ({ kind: 'lastFour', value }))
}

/** The ids in addresses of receipts (§2.9). */
function receiptsIn(text: string): FoundId[] {
  return [...text.matchAll(/\/view-receipt\/[^\s/]{1,64}\/([\w.-]{1,128})/g)].map(([, value = '']) => ({ kind: 'receiptId', value }))
}

function distinct(ids: readonly FoundId[]): FoundId[] {
  const byValue = new Map<string, FoundId>()
  for (const id of ids) if (id.value !== '' && !byValue.has(id.value)) byValue.set(id.value, id)
  return [...byValue.values()]
}
