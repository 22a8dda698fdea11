/**
 * What a request carried in secret and a reply gives back. A gateway is free to quote what it was sent, in any field
 * and in any sentence; only the request knows what must not be seen of it.
 */
import type { Masked, OrderId, SerialNumber } from '../brands.ts'
import { fieldKeys, fields, isConfidential } from './fields.ts'
import { parseForm, printForm, segments, splitSegment, type Pair } from './form.ts'
import { cardSeparator, mostSeparators } from './luhn.ts'
import { maskValue } from './masking.ts'
import { parseAuthorizationHeader } from './oauth.ts'
import type { Outcome } from './outcome.ts'
import { percentEncode } from './percent.ts'
import { replySensitivity } from './reply-fields.ts'
import type { Reply } from './reply.ts'
import type { UnsignedRequest } from './request.ts'

/** A value that was sent, how it is found in foreign text, and what may stand in its place. */
export interface SentSecret {
  readonly pattern: RegExp
  readonly masked: Masked
  /** Short ones could stand in an id or an amount by chance: they count only where somebody writes sentences. */
  readonly short: boolean
}

/** What is shorter says nothing by itself. */
const shortest = 3
const certainlyNoChance = 9

/** Every confidential value of a request, with the control or signature that it left with: each can be replayed. */
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
  return secrets.map(({ value, sensitivity }) => ({
    pattern: sensitivity === 'card-number' ? cardPattern(value) : textPattern(value),
    masked: maskValue(sensitivity, value),
    short: isShort(value) && sensitivity !== 'card-number',
  }))
}

/** The outcome of a send whose reply gives nothing of that back: masked in every name, value and in the raw text. */
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

/** A reply that gives nothing back; one that never did is unchanged to the letter. */
export function replyWithoutEcho(reply: Reply, secrets: readonly SentSecret[]): Reply {
  const clean = ([name, value]: Pair): Pair => [
    withoutSecrets(name, secrets, false),
    // A code is no sentence: 101 is how the acquirer calls an expired card.
    withoutSecrets(value, secrets, replySensitivity(name) === 'open' || name === 'error-code'),
  ]
  const body = reply.fields.length === 0
    ? withoutSecrets(reply.body, secrets, false)
    : segments(reply.body).map((segment) => {
      const pair = splitSegment(segment)
      const cleaned = clean(pair)
      return cleaned[0] === pair[0] && cleaned[1] === pair[1] ? segment : printForm([cleaned])
    }).join('&')
  return { ...reply, body, fields: reply.fields.map(clean) }
}

function withoutSecrets(text: string, secrets: readonly SentSecret[], isPlain: boolean): string {
  // An id, an amount, a date: what is as short as a cvv stands in it by chance. A sentence has blanks between words.
  const isSentence = !isPlain || /\p{L}.*\s|\s.*\p{L}/u.test(text.trim())
  return secrets.reduce((rest, { pattern, masked, short }) =>
    (short && !isSentence ? rest : rest.replace(pattern, () => masked)), text)
}

/** Digits alone are an id or an amount as easily as a cvv, whatever their number. */
function isShort(value: string): boolean {
  return value.length < certainlyNoChance || /^\d+$/.test(value)
}

function cardPattern(digits: string): RegExp {
  return new RegExp([...digits].map(escaped).join(`(?:${cardSeparator}|\\s){0,${mostSeparators}}`), 'giu')
}

function textPattern(value: string): RegExp {
  const encoded = percentEncode(value)
  const spellings = [...new Set([value, encoded, percentEncode(encoded)])].map(escaped).join('|')
  if (!isShort(value)) return new RegExp(spellings, 'giu')
  return new RegExp(`(?:(?<=%[0-9A-F]{2})|(?<![\\p{L}\\p{N}_.-]))(?:${spellings})(?![\\p{L}\\p{N}_-]|\\.\\p{N})`, 'giu')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
