/** Replies of the gateway (§1.6, §7, addendum 6): reading the text. Its meaning is judged elsewhere. */
import { hasMoreSegments, segments, splitSegment, type Pair } from '../encoding/form.ts'
import { withoutEnd } from '../../text-end.ts'
import { isKnownReplyField, type ReplyFieldName } from '../fields/reply-fields.ts'

/** A complete reply as received. */
export interface RawReply {
  readonly httpStatus: number
  readonly contentType: string
  readonly body: string
  /**
   * True when the message stated where its body ends, by a length or by chunks. A body that ends with its connection
   * may be cut anywhere. Absent where this is not known; the body then does not count as whole.
   */
  readonly delimited?: boolean
}

/** A reply that was read: fields in their order, product word normalised, unknown fields kept; raw text beside them. */
export interface Reply extends RawReply {
  readonly fields: readonly Pair[]
}

/** Why a body is no valid list of `name=value` pairs. */
export type UnreadableBody = 'empty-body' | 'html-body' | 'unreadable-body' | 'too-many-fields'

/** More fields than any reply has: the interface documents fewer than a hundred (§2.9). */
const mostFields = 500

/**
 * Reads a reply body. A line feed ends each value, so only trailing white space of a value is dropped. A `+` becomes a
 * space. In names the product word at the beginning becomes `gw` (addendum 1 and 6). It never fails; a body that is no
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

/** The first value of a field; undefined when the reply does not carry it. */
export function replyField(reply: Pick<Reply, 'fields'>, name: ReplyFieldName): string | undefined {
  return reply.fields.find(([candidate]) => candidate === name)?.[1]
}

/** The first value of a field; null when it is absent or empty. */
export function filledReplyField(reply: Pick<Reply, 'fields'>, name: ReplyFieldName): string | null {
  const value = replyField(reply, name)
  return value === undefined || value === '' ? null : value
}

/** Why a body can't be read as a form; null when it can. */
export function whyUnreadable(body: string): UnreadableBody | null {
  const text = body.trim()
  if (text === '') return 'empty-body'
  if (text.startsWith('<')) return 'html-body'
  // Names of the interface are ASCII words; a body that begins otherwise is not of this protocol.
  if (!/^[A-Za-z0-9_.-]+\s*=/.test(text)) return 'unreadable-body'
  // SECURITY: a reply is read completely or not at all: an omitted field could be the decisive one.
  if (hasMoreSegments(text, mostFields)) return 'too-many-fields'
  return null
}

/** True when every value but the last one ends with a line feed: the rest is missing (addendum 6). */
export function lastValueWasCut(body: string): boolean {
  const text = withoutEnd(body, '&')
  const others = text.slice(0, text.lastIndexOf('&') + 1)
  return !text.endsWith('\n') && others.includes('\n&') && !/[^&\n]&/.test(others)
}

export type ReplyReading = 'answered' | 'refused' | 'unknown'

/**
 * Classifies a reply without its operation: `refused` for `validation-error` and `error`, `answered` for any other
 * reply with a type or a status, else `unknown` (addendum 6). `outcome.ts` judges it by its operation.
 */
export function classifyReply(reply: Reply): ReplyReading {
  if (reply.httpStatus !== 200) return 'unknown'
  const type = filledReplyField(reply, 'type')
  if (type === 'validation-error' || type === 'error') return 'refused'
  return type !== null || filledReplyField(reply, 'status') !== null ? 'answered' : 'unknown'
}

function normaliseName(name: string, productWord: string): string {
  // A word such as "card" must not eat the interface's own names.
  if (isKnownReplyField(name) || !name.startsWith(`${productWord}-`)) return name
  return `gw-${name.slice(productWord.length + 1)}`
}
