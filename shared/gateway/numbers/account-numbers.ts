/** International bank account numbers in text (ISO 13616). In printed groups of four, many look like card numbers. */

/** A part of a text: an account number, or the text between two. */
interface Part {
  readonly text: string
  readonly isAccountNumber: boolean
}

/** The length of account numbers in each country. */
const lengths: ReadonlyMap<string, number> = new Map((
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 '
  + 'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 '
  + 'LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 '
  + 'ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
).split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const))

const beginning = /(?<![\p{L}\p{N}])([A-Z]{2})\d{2}/gu

/**
 * Splits a text into its account numbers with a correct check number, grouped or not, and the text between. Takes
 * linear time.
 */
export function splitByAccountNumbers(text: string): Part[] {
  const parts: Part[] = []
  let done = 0
  for (const { index, 1: country = '' } of text.matchAll(beginning)) {
    const length = lengths.get(country)
    const end = length === undefined || index < done ? null : endOfNumber(text, index, length)
    if (end === null) continue
    parts.push({ text: text.slice(done, index), isAccountNumber: false })
    parts.push({ text: text.slice(index, end), isAccountNumber: true })
    done = end
  }
  return [...parts, { text: text.slice(done), isAccountNumber: false }]
}

/** The end of a number of the given length, with at most one space between characters; null if there is none. */
function endOfNumber(text: string, from: number, length: number): number | null {
  const values: number[] = []
  let at = from
  for (; values.length < length; at += 1) {
    if (isSpace(text.charCodeAt(at)) && !isSpace(text.charCodeAt(at - 1))) continue
    const value = valueOf(text.charCodeAt(at))
    if (value === null) return null
    values.push(value)
  }
  return hasCorrectCheck(values) && !/[\p{L}\p{N}]/u.test(text.charAt(at)) ? at : null
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0
}

/** The value of a digit, or 10 to 35 for a capital letter; null for other characters. */
function valueOf(code: number): number | null {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  return code >= 0x41 && code <= 0x5a ? code - 0x41 + 10 : null
}

/** True if the number, with country and check number moved to its end, leaves 1 divided by 97 (ISO 7064). */
function hasCorrectCheck(values: readonly number[]): boolean {
  let rest = 0
  for (let index = 0; index < values.length; index += 1) {
    const value = values[(index + 4) % values.length] ?? 0
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97
  }
  return rest === 1
}
