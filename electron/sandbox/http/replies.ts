/** The form of the gateway's answers (§1.6, §7, addendum 6). */
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { percentEncode } from '#shared/gateway/encoding/percent.ts'
import { page, paragraphs, scriptHash } from './html.ts'
import type { WireAnswer } from './wire.ts'

const replyType = 'text/html;charset=utf-8'

// SECURITY: these pages contain text from outside; only the script of `html.ts` may run.
const documentHeaders = {
  'content-security-policy': `default-src 'none'; script-src '${scriptHash}'; base-uri 'none'`,
  'referrer-policy': 'no-referrer', 'cache-control': 'no-store',
}

/** Prints `name=value` pairs: a line feed ends each value, a space is `+`. */
function printReply(fields: readonly Pair[]): string {
  return fields.map(([name, value]) => `${encode(name)}=${encode(value)}\n`).join('&')
}

/** A business answer: HTTP 200, whatever its content. */
export function formAnswer(fields: readonly Pair[]): WireAnswer {
  return { status: 200, contentType: replyType, body: printReply(fields), fault: null }
}

/** A page for persons; `sentences` are plain text. */
export function pageAnswer(status: number, title: string, sentences: readonly string[]): WireAnswer {
  return htmlAnswer(status, page(title, paragraphs(sentences)))
}

/** A document created by `html.ts`. */
export function htmlAnswer(status: number, document: string): WireAnswer {
  return { status, contentType: replyType, body: document, fault: null, headers: documentHeaders }
}

/** Redirects a browser with GET. */
export function redirectAnswer(location: string): WireAnswer {
  return { ...pageAnswer(303, 'See other', []), headers: { ...documentHeaders, location } }
}

/** §7.3. A live gateway would not reveal the reason; this one does, to help developers. */
export function accessDenied(reason: string): WireAnswer {
  return pageAnswer(403, 'Access is denied', [`Reason from the built-in gateway: ${reason}`])
}

/** A refusal: `validation-error` with a code (§7.1). */
export interface Refusal {
  readonly code: string
  readonly message: string
}

/** §7.2. */
export const invalidControl: Refusal = { code: '2', message: 'INVALID_CONTROL_CODE' }

/** Addendum 11: a parameter failed validation. */
export function invalidParameter(message: string): Refusal {
  return { code: '1', message }
}

/** The fields of a refusal. */
export function refusalFields(refusal: Refusal, serialNumber: string): Pair[] {
  return [
    ['type', 'validation-error'],
    ['serial-number', serialNumber],
    ['error-message', refusal.message],
    ['error-code', refusal.code],
  ]
}

function encode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+')
}
