/** Digits of other scripts, as spreadsheets in Arabic, Persian or Hindi write them. */

/** The zeros of Arabic, Persian and Devanagari digits. */
const zeros = [0x660, 0x6f0, 0x966]

/**
 * A cell with Western digits, a point for the Arabic decimal mark and a comma for its thousands, and without marks of
 * the writing direction. Other text stays as it is.
 */
export function withWesternDigits(cell: string): string {
  if (!/[^\0-\xff]/.test(cell)) return cell
  return cell.replace(/\p{Bidi_Control}/gu, '').replaceAll('\u066b', '.').replaceAll('\u066c', ',')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/gu, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (zeros.findLast((zero) => zero <= code) ?? code))
    })
}
