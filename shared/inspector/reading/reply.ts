/** Separates a reply that was pasted below its request. Its `Date` shows the gateway's clock. */
import { withoutEnd } from '../../text-end.ts'

const statusLine = /^[ \t]*(?:<[ \t]?)?HTTP\/\d(?:\.\d)?[ \t]+\d{3}\b.*$/m
/** A reply behind a body without a line end, as in a recorded connection. */
const behindBody = /(?<=\S)HTTP\/1\.[01] \d{3}\b[^\r\n]{0,200}\r?\n[\w-]+:/
const dateLine = /^[ \t]*(?:<[ \t]?)?date:[ \t]*(\S.*)$/im

/** The text before the reply, and the rest from the reply on; without a reply, the whole text and an empty one. */
export function splitReply(text: string): { readonly request: string; readonly reply: string } {
  const at = Math.min(...[statusLine, behindBody].map((start) => start.exec(text)?.index ?? text.length))
  return at === 0 || at === text.length ? { request: text, reply: '' }
    : { request: withoutEnd(text.slice(0, at), '\r\n'), reply: text.slice(at) }
}

/** `Date` from the head of a reply, unchanged; null if there is none. */
export function dateOfReply(reply: string): string | null {
  const date = dateLine.exec(reply.split(/\r?\n\r?\n/, 1)[0] ?? '')?.[1]
  return date === undefined ? null : withoutEnd(date, ' \t')
}
