/**
 * The possible meanings of a typed number with separators, as decimal text with a point: "10,15" is 10.15, "1,250.00"
 * and "1.250,00" are 1250.00. Empty for any other text; "1,250" is both 1.250 and 1250.
 */
export function typedDecimals(typed: string): string[] {
  if (typed.length > longest) return []
  const unsigned = typed.replace(/^[-\u2212]/, '')
  const readings = [
    /^\d+,\d+$/.test(unsigned) ? unsigned.replace(',', '.') : null,
    /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(unsigned) ? unsigned.replaceAll(',', '') : null,
    /^\d{1,3}(?:\.\d{3})+,\d+$/.test(unsigned) ? unsigned.replaceAll('.', '').replace(',', '.') : null,
  ]
  return [...new Set(readings.filter((reading) => reading !== null))]
}

const longest = 30
