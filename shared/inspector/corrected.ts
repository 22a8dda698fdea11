/** The corrected request as a command that can be sent to an integrator. */
import { printForm, type Pair } from '../gateway/encoding/form.ts'
import { percentEncode } from '../gateway/encoding/percent.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import type { GivenRequest } from './given.ts'
import { maskPasted, maskPastedUrl } from './pasted-values.ts'
import { placeholders } from './placeholders.ts'

/**
 * A correct request as a curl command for bash: POST, a form body with trimmed values, each OAuth parameter in body and
 * header (§5.2). Values are masked, control and signature are placeholders. Null if the request has no URL, or if its
 * kind of authentication is not known.
 */
export function correctedCurl(given: GivenRequest, switches: Switches): string | null {
  const { url, operation } = given
  const kind = operation?.authentication.kind ?? given.authentication
  if (url === null || kind === null) return null
  const mask = (pair: Pair): Pair => maskPasted(given, pair, switches)
  const fields = given.body.filter(([name]) => name !== 'control').map(([name, value]) => mask([name, value.trim()]))
  if (kind === 'control') {
    return command(url, [], `${printForm(fields)}&control=${placeholders.control}`)
  }
  const oauth = given.oauth.map(mask)
  const header = oauth.map(([name, value]) => `${name}="${percentEncode(value)}"`)
  const authorization = `Authorization: OAuth ${[...header, `oauth_signature="${placeholders.signature}"`].join(', ')}`
  return command(url, [authorization], printForm([...fields, ...oauth]))
}

function command(url: string, headers: readonly string[], body: string): string {
  const address = maskPastedUrl(url.split(/[?#]/)[0] ?? url)
  const all = ['Content-Type: application/x-www-form-urlencoded', ...headers]
  return [
    `curl -X POST ${quoted(address)}`, ...all.map((header) => `  -H ${quoted(header)}`), `  --data-raw ${quoted(body)}`,
  ].join(' \\\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\'', '\'\\\'\'')}'`
}
