/** A browser without a window: it opens pages, posts their forms and follows redirects. */
import { send, type Reply } from './wire.ts'

export interface Form {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** The first form of a document, as a browser would post it. */
export function formOf(html: string): Form {
  const action = /<form method="post" action="([^"]*)">/.exec(html)?.[1]
  if (action === undefined) throw new Error(`no form in ${html}`)
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
    .map(([, name = '', value = '']) => [unescape(name), unescape(value)] as const)
  return { url: unescape(action), fields: Object.fromEntries(fields) }
}

/** Posts a form, with the value of a clicked button if there is one. */
export function post({ url, fields }: Form, more: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return send(url, new URLSearchParams({ ...fields, ...more }).toString())
}

/** Opens an address. */
export function open(url: string): Promise<Reply> {
  return send(url, '', { method: 'GET' })
}

/** Opens the cardholder's page and follows it to its end, clicking `answer` at the bank. */
export async function authenticateByHand(url: string, answer: 'confirm' | 'refuse'): Promise<Reply> {
  let reply = await open(url)
  for (let steps = 0; steps < 20; steps += 1) {
    const next = reply.location
    if (next?.startsWith(new URL(url).origin) === true) reply = await open(next)
    else if (reply.body.includes('>Confirm</button>')) reply = await post(formOf(reply.body), { answer })
    else if (reply.body.includes('document.forms[0].submit()')) reply = await post(formOf(reply.body))
    else return reply
  }
  throw new Error('the pages go round and round')
}

function unescape(text: string): string {
  return text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)))
}
