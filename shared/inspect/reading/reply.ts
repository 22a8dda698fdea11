/** A reply that was pasted below its request: no part of that, but its `Date` tells the gateway's clock. */

const statusLine = /^[ \t]*(?:<[ \t]?)?HTTP\/\d(?:\.\d)?[ \t]+\d{3}\b.*$/m
const dateLine = /^[ \t]*(?:<[ \t]?)?date:[ \t]*(\S.*?)[ \t]*$/im

/** The text before the reply, and the reply with what follows it; the whole text and nothing where there is none. */
export function splitReply(text: string): { readonly request: string; readonly reply: string } {
  const at = statusLine.exec(text)?.index ?? 0
  return at === 0 ? { request: text, reply: '' }
    : { request: text.slice(0, at).replace(/(?:\r?\n)+$/, ''), reply: text.slice(at) }
}

/** `Date` of a reply as it stands in its head, or null. */
export function dateOfReply(reply: string): string | null {
  return dateLine.exec(reply.split(/\r?\n\r?\n/)[0] ?? '')?.[1] ?? null
}
