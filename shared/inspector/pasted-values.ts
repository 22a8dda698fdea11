/** Masks pasted values: their source is not known, so more is masked than in our own forms. */
import type { Masked } from '../brands.ts'
import { soundsConfidential } from '../gateway/fields/confidential-names.ts'
import { fields, type FieldKey } from '../gateway/fields/fields.ts'
import { isMasked, type Sensitivity } from '../gateway/fields/field-kinds.ts'
import { parseForm, type Pair } from '../gateway/encoding/form.ts'
import { builtFromMasked, maskFreeText, maskValue } from '../gateway/requests/masking.ts'
import { percentDecode } from '../gateway/encoding/percent.ts'
import { replySensitivity } from '../gateway/fields/reply-fields.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import { keyOfWireName, type GivenRequest } from './given.ts'

/** Order ids may look like card numbers by chance; if masked, they could not be compared. */
const orderIds: readonly FieldKey[] = ['orderId', 'merchantOrderId', 'serialNumber']
/** A nonce of digits may look like a card number by chance, and without it a base string could not be compared. */
const openOAuth = ['oauth_consumer_key', 'oauth_nonce', 'oauth_signature_method', 'oauth_timestamp', 'oauth_version']

/** The sensitivity of a value that was pasted under a name. */
function pastedSensitivity(given: GivenRequest, name: string, switches: Switches): Sensitivity {
  const key = keyOfWireName(given, name, switches)
  const known = key === null ? foreignSensitivity(name) : fields[key].sensitivity
  const maybeNumber = key === null ? !openOAuth.includes(name) : !orderIds.includes(key)
  return known === 'open' && maybeNumber ? 'free-text' : known
}

function foreignSensitivity(name: string): Sensitivity {
  // SECURITY: from a token, or the digest of a body, the values that it was computed from could be found.
  if (/^oauth_/i.test(name)) return openOAuth.includes(name) ? 'open' : 'digest'
  return soundsConfidential(name) ? 'never' : replySensitivity(name)
}

/** Masks a pair. SECURITY: names come from outside too, like values. */
export function maskPasted(
  given: GivenRequest, [name, value]: Pair, switches: Switches,
): readonly [name: Masked, value: Masked] {
  return [maskFreeText(name), maskValue(pastedSensitivity(given, name, switches), value)]
}

/** Masks a URL: its user name and password, and card numbers. */
export function maskPastedUrl(url: string): Masked {
  return builtFromMasked(maskFreeText(url.replace(/\/\/[^/?#]*@/, '//XXX@')))
}

/**
 * The values of a request that must not be seen, of at least three characters, from all its parts. Other texts are
 * searched for them, as a value may occur there without its name.
 */
export function hiddenValues(given: GivenRequest, switches: Switches): readonly string[] {
  const query = given.url === null ? [] : parseForm(given.url.split('?')[1]?.split('#')[0] ?? '')
  const all = [...given.body, ...given.oauth, ...query].flatMap(([name, value]) =>
    isMasked(pastedSensitivity(given, name, switches)) ? [value, value.trim()] : [])
  return [...new Set(all)].filter((value) => value.length >= 3)
}

const mostLayers = 4

/** The text after decoding all layers of percent-encoding. */
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
