/** Reports a control, signature or body that was sent, but not in a readable part of the pasted text. */
import type { GivenRequest } from '#shared/inspector/given.ts'
import { finding, type Finding } from './diagnosis.ts'

/** Between a name and its value: in code and logs, in a multipart body, in a Postman collection. */
const between = /(?:["'\]\\]{0,3}\s{0,3}(?:=>|[:=])\s{0,3}\\?["']?|"\s{2,8}|"\s?,\s{0,30}"value"\s?:\s?")/.source
const value = `${between}[\\w+/%-]{20}`
const names = {
  control: new RegExp(`(?<![\\w-])control${value}`, 'i'),
  oauth_signature: new RegExp(`(?<![\\w-])oauth_signature${value}`, 'i'),
} as const

/** A piece of a curl command's data that refers to a file or a shell variable. */
const elsewhere = /(?:^|&)(?:@[^&=]*|\$\{?\w{1,60}\}?)(?:&|$)/

/** The finding; null if the name does not occur, or only in the URL, where the gateway does not read it. */
export function unread(
  name: keyof typeof names, text: string, { pasted: { form, url }, rawBody }: GivenRequest,
): Finding | null {
  if (form === 'curl' && elsewhere.test(rawBody)) {
    return finding('signature-unreadable', 'The body is in a file or a variable that was not pasted. Put its text into the command.')
  }
  const target = url?.replace(/^[^/]*\/\/[^/?]*/, '') ?? ''
  const rest = text.replace(url ?? '', '').replace(target, '')
  return names[name].test(rest)
    ? finding('signature-unreadable', `The text names ${name}, but not in a part that can be read. Paste the request with its `
      + 'body as it was sent: name=value, joined by "&".')
    : null
}

/** Fields as printed by a program: a Python dictionary or a JavaScript object. */
const listed = /^\s*[{[]\s*['\w]/

const noBody = finding('signature-unreadable', 'No body of the request could be read, and it is signed with the rest. '
  + 'Paste it as it was sent: name=value, joined by "&".')

/**
 * The finding that a body was not pasted: the headers state its length, or a signed request has no field. Null if there
 * is a body, or if none was sent.
 */
export function unpastedBody(
  { authentication, rawBody, url, pasted: { form, headers } }: GivenRequest,
): Finding | null {
  if (form === 'curl' || (rawBody !== '' && !listed.test(rawBody))) return null
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1].trim()
  const isSigned = authentication === 'oauth' && url !== null && !url.includes('?')
  return length === '0' || (length === undefined && !isSigned) ? null : noBody
}

/** The finding that a log or mail names the address alone: a body may have been sent without being written there. */
export function unloggedBody({ rawBody, url, pasted: { form } }: GivenRequest): Finding | null {
  const isPart = form === 'log-line' || form === 'parts'
  return isPart && rawBody === '' && url !== null && !url.includes('?') ? noBody : null
}
