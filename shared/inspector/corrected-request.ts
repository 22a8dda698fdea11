/** Corrects a wrong request, as far as its right values are known. */
import { parseForm, printForm, type Pair } from '../gateway/encoding/form.ts'
import { isCurrencyCode } from '../gateway/numbers/currencies.ts'
import { signatureMethodOf, wireName } from '../gateway/requests/request.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import { keyOfWireName, type GivenRequest } from './given.ts'
import { oauthNames, protocolBreaks } from './protocol-causes.ts'

/**
 * The request without the mistakes that need no search: as a form, with fields under the operation's names and the
 * OAuth parameters in their form. Null if the right value of a field is not known. A callback is unchanged.
 */
export function correctedRequest(given: GivenRequest, switches: Switches): GivenRequest | null {
  if (given.isCallback) return given
  const body = fieldsOf(given).map((pair) => rightField(given, pair, switches))
  const oauth = given.authentication === 'oauth' ? rightOAuth(given, switches) : given.oauth
  const right = {
    ...given, method: 'POST', body, oauth, header: oauth, rawBody: printForm([...body, ...oauth]),
    control: given.control ?? '', pasted: { ...given.pasted, headers: [] },
  }
  const isGarbled = protocolBreaks(given, switches).some(({ id }) => id === 'body-not-utf-8')
  return isGarbled || body.length === 0 || protocolBreaks(right, switches).length > 0 ? null : right
}

/** The fields of the body; if it is empty, those of the URL; of a JSON body, its properties. */
function fieldsOf({ body, rawBody, url }: GivenRequest): readonly Pair[] {
  if (body.length > 0) return body
  const query = parseForm(url?.split('?')[1]?.split('#')[0] ?? '')
  return (rawBody === '' ? query : fieldsOfJson(rawBody)).filter(([name]) => !name.startsWith('oauth_'))
}

/** Empty for other text, for nested values, and for numbers that have lost digits. */
function fieldsOfJson(text: string): readonly Pair[] {
  try {
    const read: unknown = JSON.parse(text)
    const entries = typeof read === 'object' && read !== null && !Array.isArray(read) ? Object.entries(read) : []
    const isPlain = entries.every(([, value]) =>
      typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    return isPlain ? entries.map(([name, value]): Pair => [name.toWellFormed(), String(value).toWellFormed()]) : []
  } catch {
    return []
  }
}

function rightField(given: GivenRequest, [name, value]: Pair, switches: Switches): Pair {
  const key = keyOfWireName(given, name, switches)
  const use = given.operation?.fields.find((one) => one.key === key)
  const own = use === undefined || key !== 'merchantOrderId' ? name : wireName(use, switches)
  const text = value.trim()
  if (key === 'currency' && isCurrencyCode(text.toUpperCase())) return [own, text.toUpperCase()]
  // Three digits behind a comma may be thousands.
  if (key === 'amount' && /^\d{1,9},\d{1,2}$/.test(text)) return [own, text.replace(',', '.')]
  return [own, value]
}

function rightOAuth({ oauth, operation }: GivenRequest, switches: Switches): readonly Pair[] {
  const sent = new Map(oauth)
  const method = operation?.authentication.kind === 'oauth' ? signatureMethodOf(operation, switches) : undefined
  const right = new Map([
    ...sent, ['oauth_version', '1.0'], ['oauth_signature_method', method ?? sent.get('oauth_signature_method') ?? ''],
    // Seconds have ten digits; what follows are milliseconds or fractions.
    ['oauth_timestamp', (sent.get('oauth_timestamp') ?? '').replace(/^(\d{10})(?:\.\d+|\d{2,})$/, '$1')],
  ])
  return oauthNames.map((name): Pair => [name, right.get(name) ?? ''])
}
