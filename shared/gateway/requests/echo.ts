/**
 * Removes a request's secrets from its reply. A gateway may echo sent values in any field and any sentence. Only the
 * request knows which values must stay hidden.
 */
import type { Masked, OrderId, SerialNumber } from '../../brands.ts'
import { cardSeparator, mostSeparators } from '../numbers/digit-runs.ts'
import { fieldKeys, fields, isConfidential } from '../fields/fields.ts'
import { parseForm, printForm, segments, splitSegment, type Pair } from '../encoding/form.ts'
import { maskValue } from './masking.ts'
import { parseAuthorizationHeader } from '../signing/oauth.ts'
import type { Outcome } from '../replies/outcome.ts'
import { percentEncode } from '../encoding/percent.ts'
import { replySensitivity } from '../fields/reply-fields.ts'
import type { Reply } from '../replies/reply.ts'
import type { UnsignedRequest } from './request.ts'
import { placesOf } from '../../text-search.ts'

/** A sent value, with the function that hides it in a text from outside. */
export interface SentSecret {
  /** Masks every occurrence of the value in a text. */
  readonly replaceIn: (text: string) => string
  /** A short value can occur in an id or amount by chance, so it is masked in sentences only. */
  readonly short: boolean
}

/** A shorter value is not a secret by itself. */
const shortest = 3
const certainlyNoChance = 9

/** Every confidential value of a request, and its control or signature, because these can be replayed. */
export function sentSecrets(
  { values }: Pick<UnsignedRequest, 'values'>,
  signed: { readonly body: string; readonly authorization: string | null },
): SentSecret[] {
  const confidential = fieldKeys.flatMap((key) => {
    const value = values[key]
    return value !== undefined && isConfidential(key) ? [{ value, sensitivity: fields[key].sensitivity }] : []
  })
  const parameters = [...parseForm(signed.body), ...parseAuthorizationHeader(signed.authorization ?? '') ?? []]
  const digests = parameters.filter(([name]) => name === 'control' || name === 'oauth_signature')
    .map(([, value]) => ({ value, sensitivity: 'digest' as const }))
  const secrets = [...confidential, ...digests].filter(({ value }) => value.length >= shortest)
  const inOneCase = cachingLast(textInOneCase)
  return secrets.map(({ value, sensitivity }) => {
    const masked = maskValue(sensitivity, value)
    const isCard = sensitivity === 'card-number'
    const short = isShort(value) && !isCard
    if (!isCard && !short) {
      return { replaceIn: (text) => withoutSpellings(text, spellings(value), masked, inOneCase), short }
    }
    const pattern = isCard ? cardPattern(value) : shortPattern(value)
    return { replaceIn: (text) => text.replace(pattern, () => masked), short }
  })
}

/** The outcome with the echoes in its reply masked, in every name, every value and the raw text. */
export function outcomeWithoutEcho(outcome: Outcome, secrets: readonly SentSecret[]): Outcome {
  if (outcome.kind === 'not-sent') return outcome
  if (outcome.kind === 'unknown' && outcome.reply === null) return outcome
  if (outcome.kind === 'accepted') {
    const id = (text: string): string => withoutSecrets(text, secrets, true)
    return {
      ...outcome, orderId: id(outcome.orderId) as OrderId, status: id(outcome.status),
      serialNumber: outcome.serialNumber === null ? null : id(outcome.serialNumber) as SerialNumber,
      reply: replyWithoutEcho(outcome.reply, secrets),
    }
  }
  return { ...outcome, reply: outcome.reply === null ? null : replyWithoutEcho(outcome.reply, secrets) } as Outcome
}

/** The reply with its echoes masked. A reply without echoes is returned unchanged. */
export function replyWithoutEcho(reply: Reply, secrets: readonly SentSecret[]): Reply {
  if (!mayHold(reply, secrets)) return reply
  const clean = ([name, value]: Pair): Pair => [
    withoutSecrets(name, secrets, false),
    // An error code is not a sentence: 101 is the acquirer's code of an expired card.
    withoutSecrets(value, secrets, replySensitivity(name) === 'open' || name === 'error-code'),
  ]
  const body = reply.fields.length === 0
    ? withoutSecrets(reply.body, secrets, false)
    : segments(reply.body).map((segment) => {
      const pair = splitSegment(segment)
      const cleaned = clean(pair)
      if (cleaned[0] === pair[0] && cleaned[1] === pair[1]) return segment
      // Keeps the line feed that ends a value: without it the body would look cut (addendum 6).
      const [name, value] = cleaned
      return value.endsWith('\n') ? `${printForm([[name, value.slice(0, -1)]])}\n` : printForm([cleaned])
    }).join('&')
  return { ...reply, body, fields: reply.fields.map(clean) }
}

/** False for nearly every reply. One search of its whole text then replaces the search of each field. */
function mayHold(reply: Reply, secrets: readonly SentSecret[]): boolean {
  const text = reply.fields.length === 0
    ? reply.body
    : [...parseForm(reply.body), ...reply.fields.map(([name]) => [name])].flat().join('\n')
  return secrets.some(({ replaceIn }) => replaceIn(text) !== text)
}

function withoutSecrets(text: string, secrets: readonly SentSecret[], isPlain: boolean): string {
  if (text.length < shortest) return text
  // In ids, amounts and dates, a text as short as a cvv occurs by chance. A sentence has spaces between words.
  const isSentence = !isPlain || (/\p{L}/u.test(text) && /\s/.test(text.trim()))
  return secrets.reduce((rest, { replaceIn, short }) => (short && !isSentence ? rest : replaceIn(rest)), text)
}

/** Digits alone may be an id or amount by chance, whatever their number. */
function isShort(value: string): boolean {
  return value.length < certainlyNoChance || /^\d+$/.test(value)
}

function cardPattern(digits: string): RegExp {
  return new RegExp([...digits].map(escaped).join(`(?:${cardSeparator}|\\s){0,${mostSeparators}}`), 'giu')
}

/** The spellings of a sent text: plain, encoded as in a form, and encoded twice as in a base string. */
function spellings(value: string): string[] {
  const encoded = percentEncode(value)
  return [...new Set([value, encoded, percentEncode(encoded)])]
}

/** Matches the value only as a whole word: inside a word or number it occurs by chance. */
function shortPattern(value: string): RegExp {
  const any = spellings(value).map(escaped).join('|')
  return new RegExp(`(?:(?<=%[0-9A-F]{2})|(?<![\\p{L}\\p{N}_.-]))(?:${any})(?![\\p{L}\\p{N}_-]|\\.\\p{N})`, 'giu')
}

/** The text with every spelling replaced by `masked`, the longest first, regardless of case. */
function withoutSpellings(
  text: string, given: readonly string[], masked: Masked, inOneCase: (text: string) => string,
): string {
  return given.toReversed().reduce((rest, spelling) => {
    if (rest.length < spelling.length) return rest
    const folded = inOneCase(rest)
    const wanted = textInOneCase(spelling)
    // Most replies contain no echo, and searching for its beginning is cheaper.
    if (!folded.includes(wanted.slice(0, certainlyNoChance))) return rest
    const pieces: string[] = []
    let done = 0
    for (const place of placesOf(folded, wanted)) {
      if (place < done) continue
      pieces.push(rest.slice(done, place), masked)
      done = place + spelling.length
    }
    return pieces.join('') + rest.slice(done)
  }, text)
}

/**
 * Folds the case of a text without changing its length, so that positions in both texts are the same. A letter stays
 * if its other case has another length.
 */
function textInOneCase(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  const known = new Map<number, number>()
  // A typed array: filling an array of as many strings takes ten times as long.
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length;) {
    const letter = text.codePointAt(at) ?? 0
    let folded = known.get(letter)
    if (folded === undefined) {
      folded = letterInOneCase(String.fromCodePoint(letter)).codePointAt(0) ?? 0
      known.set(letter, folded)
    }
    if (letter > 0xffff) {
      units[at] = 0xd800 + ((folded - 0x10000) >> 10)
      units[at + 1] = 0xdc00 + (folded & 0x3ff)
      at += 2
    } else {
      units[at] = folded
      at += 1
    }
  }
  return utf16.decode(units)
}

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })

function letterInOneCase(letter: string): string {
  const upper = letter.toUpperCase()
  const lower = (upper.length === letter.length ? upper : letter).toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** Caches the last result of a function: several secrets are searched for in the same text. */
function cachingLast(compute: (text: string) => string): (text: string) => string {
  let last = { text: '', result: compute('') }
  return (text) => {
    if (text !== last.text) last = { text, result: compute(text) }
    return last.result
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
