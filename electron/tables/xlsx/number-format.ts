/** The meaning of a cell's format for its number: a date, or the number of digits to show. */

export type NumberFormat =
  | { readonly kind: 'general' }
  /** `whole`: the least digits before the point. `least` and `most`: decimals. */
  | {
    readonly kind: 'decimal'; readonly whole: number; readonly least: number; readonly most: number
    readonly percent: boolean
  }
  | { readonly kind: 'date'; readonly hasDay: boolean; readonly hasTime: boolean }

/** The formats that a workbook refers to by number only (ECMA-376, part 1, 18.8.30). */
const builtIn: Readonly<Record<string, string>> = {
  1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 37: '#,##0', 38: '#,##0', 39: '#,##0.00',
  40: '#,##0.00', 41: '#,##0', 42: '#,##0', 43: '#,##0.00', 44: '#,##0.00',
  14: 'yyyy-mm-dd', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm', 19: 'h:mm:ss', 20: 'h:mm', 21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss',
}

/** The meaning of a format, by its number or its own code; `general` if it is not known. */
export function numberFormat(id: string, code: string | undefined): NumberFormat {
  const section = firstSection(code ?? (Object.hasOwn(builtIn, id) ? builtIn[id] ?? '' : ''))
  if (/[ydhs]|m/i.test(section.replace(/general/gi, ''))) {
    return { kind: 'date', hasDay: /[yd]|m{3}/i.test(section), hasTime: /[hs]/i.test(section) }
  }
  const places = section.replace(/[^#0?.,]/g, '')
  const [whole = '', decimals = ''] = places.split('.')
  // A comma after the digits divides by a thousand.
  const isScaled = whole.endsWith(',') || places.endsWith(',')
  if (!/[#0?]/.test(whole) || isScaled || /E[+-]|\//i.test(section)) return { kind: 'general' }
  return {
    kind: 'decimal', whole: zeros(whole), least: zeros(decimals), most: decimals.length, percent: section.includes('%'),
  }
}

/** The format of positive numbers, without its texts, colours and currencies. */
function firstSection(code: string): string {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '')
  return bare.replace(/\[[^[\]]*\]/g, (part) => (/^\[[hms]/i.test(part) ? part : '')).split(';')[0] ?? ''
}

function zeros(digits: string): number {
  return digits.match(/0/g)?.length ?? 0
}
