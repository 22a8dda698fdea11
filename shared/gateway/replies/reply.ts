/** Reads the gateway's replies (§1.6, §7, addendum 6). `outcome.ts` judges their meaning. */
import { hasMoreSegments, segments, splitSegment, type Pair } from '../encoding/form.ts'
import { withoutEnd } from '../../text-end.ts'
import { isKnownReplyField, type ReplyFieldName } from '../fields/reply-fields.ts'

/** A complete reply as received. */
export interface RawReply {
  readonly httpStatus: number
  readonly contentType: string
  readonly body: string
  /**
   * True if the message stated its body's end, by a length or chunks. A body that ends with its connection may be cut
   * anywhere. Absent if not known; the body then does not count as whole.
   */
  readonly delimited?: boolean
}

/** A parsed reply: fields in order, product word normalised, unknown fields included, and the raw text. */
export interface Reply extends RawReply {
  readonly fields: readonly Pair[]
}

/** Why a body is not a valid list of `name=value` pairs. */
export type UnreadableBody = 'empty-body' | 'html-body' | 'unreadable-body' | 'too-many-fields'

/** More fields than any reply has: the interface documents fewer than a hundred (§2.9). */
const mostFields = 500

/**
 * Parses a reply body. A line feed ends each value, so only white space at the end of values is dropped. `+` becomes a
 * space. The product word at the start of names becomes `gw` (addendum 1 and 6). Never throws; a body that is not a
 * form has no fields.
 */
export function readReply(raw: RawReply, productWord: string): Reply {
  const unreadable = whyUnreadable(raw.body)
  if (unreadable !== null) return { ...raw, fields: [] }
  const fields = segments(raw.body).map((segment): Pair => {
    const [name, value] = splitSegment(segment)
    return [normaliseName(name.trim(), productWord), withoutEnd(value, '\t\n\v\f\r ')]
  })
  return { ...raw, fields: fields.filter(([name]) => name !== '') }
}

/** The first value of a field; undefined if the reply does not contain it. */
export function replyField(reply: Pick<Reply, 'fields'>, name: ReplyFieldName): string | undefined {
  return reply.fields.find(([candidate]) => candidate === name)?.[1]
}

/** The first value of a field; null if absent or empty. */
export function filledReplyField(reply: Pick<Reply, 'fields'>, name: ReplyFieldName): string | null {
  const value = replyField(reply, name)
  return value === undefined || value === '' ? null : value
}

/** Why a body cannot be read as a form; null if it can. */
export function whyUnreadable(body: string): UnreadableBody | null {
  const text = body.trim()
  if (text === '') return 'empty-body'
  if (text.startsWith('<')) return 'html-body'
  // The interface's names are ASCII words; a body with another beginning is not of this protocol.
  if (!/^[A-Za-z0-9_.-]+\s*=/.test(text)) return 'unreadable-body'
  // SECURITY: a reply is read completely or not at all: an omitted field could be the decisive one.
  if (hasMoreSegments(text, mostFields)) return 'too-many-fields'
  return null
}

/** True if every value but the last ends with a line feed: then the rest is missing (addendum 6). */
export function lastValueWasCut(body: string): boolean {
  const text = withoutEnd(body, '&')
  const others = text.slice(0, text.lastIndexOf('&') + 1)
  return !text.endsWith('\n') && others.includes('\n&') && !/[^&\n]&/.test(others)
}

export type ReplyReading = 'answered' | 'refused' | 'unknown'

/**
 * Classifies a reply regardless of its operation: `refused` for `validation-error` and `error`, `answered` for other
 * replies with a type or a status, otherwise `unknown` (addendum 6). `judgeReply` judges it by its operation.
 */
export function classifyReply(reply: Reply): ReplyReading {
  if (reply.httpStatus !== 200) return 'unknown'
  const type = filledReplyField(reply, 'type')
  if (type === 'validation-error' || type === 'error') return 'refused'
  return type !== null || filledReplyField(reply, 'status') !== null ? 'answered' : 'unknown'
}

function normaliseName(name: string, productWord: string): string {
  // A product word such as "card" must not change the interface's own names.
  if (isKnownReplyField(name) || !name.startsWith(`${productWord}-`)) return name
  return `gw-${name.slice(productWord.length + 1)}`
}
