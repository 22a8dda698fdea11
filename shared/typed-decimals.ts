/** A number with spaces between groups and a decimal comma: "1 250,00" is one word of a text. */
export const spacedNumber = /(?<!\S)\d{1,3}(?:\s\d{3}){1,4},\d{1,4}(?!\S)/u

/**
 * The possible meanings of a typed number with separators, as decimal text with a point. "10,15" is 10.15; "1,250.00",
 * "1.250,00", "1 250,00" and "1'250.00" are 1250.00; "1,250" is both 1.250 and 1250. Empty for other text.
 */
export function typedDecimals(typed: string): string[] {
  if (typed.length > longest) return []
  const unsigned = typed.replace(/^[-\u2212]/, '')
  const readings = [
    /^\d+,\d+$/.test(unsigned) ? unsigned.replace(',', '.') : null,
    /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(unsigned) ? unsigned.replaceAll(',', '') : null,
    /^\d{1,3}(?:\s\d{3})+,\d+$/u.test(unsigned) ? unsigned.replace(/\s/gu, '').replace(',', '.') : null,
    /^\d{1,3}(?:['\u2019]\d{3})+(?:\.\d+)?$/u.test(unsigned) ? unsigned.replace(/['\u2019]/gu, '') : null,
    /^\d{1,3}(?:\.\d{3})+,\d+$/.test(unsigned) ? unsigned.replaceAll('.', '').replace(',', '.') : null,
  ]
  return [...new Set(readings.filter((reading) => reading !== null))]
}

/** The possible meanings of a typed amount, as decimal text in major units. Empty for other text. */
export function typedAmounts(typed: string): string[] {
  const readings = isAmount(typed) ? [typed] : typedDecimals(typed)
  return /^\d/.test(typed) ? readings.filter(isAmount) : []
}

/** The only meaning of a typed amount; null for other text and for amounts with two meanings. */
export function typedAmount(typed: string): string | null {
  const [only, another] = typedAmounts(typed)
  return only !== undefined && another === undefined ? only : null
}

function isAmount(text: string): boolean {
  return /^\d{1,15}(?:\.\d{1,4})?$/.test(text)
}

const longest = 30
