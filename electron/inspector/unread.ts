/** A control or signature that a pasted text names, but that is in no part of it which could be read. */
import type { GivenRequest } from '#shared/inspector/given.ts'
import { finding, type Finding } from './diagnosis.ts'

/** What stands between a name and its value in code and logs, then in a part of a multipart body. */
const value = /(?:["'\]\\]{0,3}\s{0,3}(?:=>|[:=])\s{0,3}\\?["']?|"\s{2,8})[\w+/%-]{20}/.source
const names = {
  control: new RegExp(`(?<![\\w-])control${value}`, 'i'),
  oauth_signature: new RegExp(`(?<![\\w-])oauth_signature${value}`, 'i'),
} as const

/** The finding about it; null where the text names none, or only in the URL, where the gateway does not read it. */
export function unread(name: keyof typeof names, text: string, { pasted: { url } }: GivenRequest): Finding | null {
  const rest = url === null ? text : text.replace(url, '')
  return names[name].test(rest)
    ? finding('signature-unreadable', `The text names ${name}, but not in a part that can be read. Paste the request with its `
      + 'body as it was sent: name=value, joined by "&".')
    : null
}
