/**
 * The net under the log. The first guard is that the log takes named, plain fields only; this one removes what looks
 * like a secret should it have got into one of them. It would rather take an innocent id than leave a card number.
 */
import { confidentialNames } from '#shared/gateway/confidential-names.ts'
import { isMasked } from '#shared/gateway/field-kinds.ts'
import { replyFieldNames, replySensitivity } from '#shared/gateway/reply-fields.ts'

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
const digitRun = /(?:\d[ \u00a0.+-]*){12,}/g

/** A base string encodes twice, a form body that quotes one three times. */
const percentLevels = 3

/**
 * The text without anything that looks like a card number, digest, signature, key, or the value of a secret field,
 * also where that is percent-encoded (the text is then shown decoded) or, for a card number, in Base64.
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
  return text
    .replace(pemBlock, '[key]')
    .replace(authorization, '$1 [credentials]')
    .replace(namedSecret, '$1$2[secret]')
    .replace(longHex, '[hex]')
    .replace(digitRun, (run) => containsCardNumber(run) ? `[card number]${run.endsWith(' ') ? ' ' : ''}` : run)
    .replace(base64Run, (run) => looksLikeEncodedSecret(run) ? '[base64]' : run)
}

// Two letters are a name only by themselves: `md` also ends the names of files.
function namePattern(name: string): string {
  return `${name.length > 2 ? '' : '(?<![._-])'}${name.replace(/[_-]/g, '[_-]?')}`
}

// Never throws, unlike decodeURIComponent; letters beyond ASCII need not come out right here.
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

/** Whether some 12 to 19 digits of the text, blanks and dashes left out, can be a card number by its check digit. */
function containsCardNumber(text: string): boolean {
  return [...text.matchAll(digitRun)].some(([run]) => hasCardNumberAt(run.replace(/\D/g, '')))
}

function hasCardNumberAt(digits: string): boolean {
  if (digits.length <= 19 && passesLuhn(digits)) return true
  for (let start = 0; start + 13 <= digits.length; start++) {
    // Card numbers begin with 2 to 6; without this every second long id would be taken for one.
    if (!/[2-6]/.test(digits.charAt(start))) continue
    for (let length = 13; length <= 19 && start + length <= digits.length; length++) {
      if (passesLuhn(digits.slice(start, start + length))) return true
    }
  }
  return false
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48
    sum += place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}
