/**
 * The log's second defence: removes text shaped like a secret from its fields. The first is that the log accepts named,
 * plain fields only. It is better to lose a harmless id than to keep a card number.
 */
import { confidentialNames } from '#shared/gateway/fields/confidential-names.ts'
import { isMasked } from '#shared/gateway/fields/field-kinds.ts'
import { replaceCardNumbersIn } from '#shared/gateway/numbers/luhn.ts'
import { replyFieldNames, replySensitivity } from '#shared/gateway/fields/reply-fields.ts'

const secretNames = [
  ...confidentialNames, ...replyFieldNames.filter((name) => isMasked(replySensitivity(name))),
].map(namePattern).join('|')

const pemBlock = /-----BEGIN[\s\S]*?(?:-----END[\s\S]*?(?:-----|$)|$)/g
const authorization = /\b(OAuth|Basic|Bearer)\s+[^\r\n]+/g
const namedSecret = new RegExp(
  String.raw`(?<![A-Za-z0-9])(${secretNames})(=|["']?\s*:\s*["']?)(?:"[^"]*"?|[^\s&"',;}]+)`,
  'gi',
)
const longHex = /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/gi
const base64Run = /[A-Za-z0-9+/_-]+={0,2}(?:\r?\n[A-Za-z0-9+/=]{16,})*/g

/** A base string is percent-encoded twice; a form body that contains one, three times. */
const percentLevels = 3

/**
 * Replaces everything shaped like a card number, digest, signature, key, or the value of a secret field. It also finds
 * percent-encoded ones (the text is then returned decoded) and card numbers in Base64.
 */
export function redact(text: string): string {
  let shown = redactPlain(text)
  let inner = shown
  for (let level = 0; level < percentLevels; level++) {
    const decoded = percentDecode(inner)
    if (decoded === inner) break
    inner = redactPlain(decoded)
    if (inner !== decoded) shown = inner
  }
  return shown
}

function redactPlain(text: string): string {
  const named = text
    .replace(pemBlock, '[key]')
    .replace(authorization, '$1 [credentials]')
    .replace(namedSecret, '$1$2[secret]')
    .replace(longHex, '[hex]')
  return replaceCardNumbersIn(named, () => '[card number]')
    .replace(base64Run, (run) => looksLikeEncodedSecret(run) ? '[base64]' : run)
}

// A name of two letters counts only as a whole word: `md` also ends file names.
function namePattern(name: string): string {
  return `${name.length > 2 ? '' : '(?<![._-])'}${name.replace(/[_-]/g, '[_-]?')}`
}

// Never throws, unlike decodeURIComponent; letters beyond ASCII need not be correct here.
function percentDecode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

// SECURITY: signatures and keys are long; those of SHA-1 have 28 characters and end with "="; a card number is short.
function looksLikeEncodedSecret(run: string): boolean {
  const letters = run.replace(/\s/g, '')
  if (letters.length >= 40 && isMixed(letters)) return true
  if (/^[A-Za-z0-9+/]{27}=$/.test(letters)) return true
  return letters.length >= 18 && containsCardNumber(Buffer.from(letters, 'base64').toString('latin1'))
}

const isMixed = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)

function containsCardNumber(text: string): boolean {
  return replaceCardNumbersIn(text, () => '') !== text
}
