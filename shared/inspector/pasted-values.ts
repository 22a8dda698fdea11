/** Who may see what somebody pasted: it comes from anywhere, so that more is masked than of our own forms. */
import type { Masked } from '../brands.ts'
import { soundsConfidential } from '../gateway/confidential-names.ts'
import { fields, type FieldKey } from '../gateway/fields.ts'
import { isMasked, type Sensitivity } from '../gateway/field-kinds.ts'
import { parseForm, type Pair } from '../gateway/form.ts'
import { builtFromMasked, maskFreeText, maskValue } from '../gateway/masking.ts'
import { percentDecode } from '../gateway/percent.ts'
import { replySensitivity } from '../gateway/reply-fields.ts'
import type { Switches } from '../gateway/switches.ts'
import { keyOfWireName, type GivenRequest } from './given.ts'

/** Ids of orders may look like card numbers by chance; masked, they could not be compared. */
const orderIds: readonly FieldKey[] = ['orderId', 'merchantOrderId', 'serialNumber']
/** A nonce of digits often looks like a card number by chance, and a base string without it could not be compared. */
const openOAuth = ['oauth_consumer_key', 'oauth_nonce', 'oauth_signature_method', 'oauth_timestamp', 'oauth_version']

/** Who may see a value that was pasted under a name. */
function pastedSensitivity(given: GivenRequest, name: string, switches: Switches): Sensitivity {
  const key = keyOfWireName(given, name, switches)
  const known = key === null ? foreignSensitivity(name) : fields[key].sensitivity
  const maybeNumber = key === null ? !openOAuth.includes(name) : !orderIds.includes(key)
  return known === 'open' && maybeNumber ? 'free-text' : known
}

function foreignSensitivity(name: string): Sensitivity {
  // SECURITY: a token, or the digest of a body, is enough to find out the rest of what it was made of.
  if (/^oauth_/i.test(name)) return openOAuth.includes(name) ? 'open' : 'digest'
  return soundsConfidential(name) ? 'never' : replySensitivity(name)
}

/** A pair as it may be shown. SECURITY: a name is as foreign as its value. */
export function maskPasted(
  given: GivenRequest, [name, value]: Pair, switches: Switches,
): readonly [name: Masked, value: Masked] {
  return [maskFreeText(name), maskValue(pastedSensitivity(given, name, switches), value)]
}

/** An address as it may be shown: without who logs in, card numbers masked. */
export function maskPastedUrl(url: string): Masked {
  return builtFromMasked(maskFreeText(url.replace(/\/\/[^/?#]*@/, '//XXX@')))
}

/**
 * The values of a request that nobody may see, three characters and longer, wherever they were sent: looked for in
 * texts that somebody else put together, where a name may not stand beside them.
 */
export function hiddenValues(given: GivenRequest, switches: Switches): readonly string[] {
  const query = given.url === null ? [] : parseForm(given.url.split('?')[1]?.split('#')[0] ?? '')
  const all = [...given.body, ...given.oauth, ...query].flatMap(([name, value]) =>
    isMasked(pastedSensitivity(given, name, switches)) ? [value, value.trim()] : [])
  return [...new Set(all)].filter((value) => value.length >= 3)
}

const mostLayers = 4

/** A text with all its layers of percent-encoding taken off. */
export function fullyDecoded(text: string): string {
  if (!/[%+]/.test(text)) return text
  let decoded = text
  for (let layer = 0; layer < mostLayers; layer += 1) {
    const next = percentDecode(decoded.replaceAll('+', ' '))
    if (next === decoded) break
    decoded = next
  }
  return decoded
}
