/** How a text separates and quotes its cells, derived from its first lines. */

/** If two fit equally well, the earlier one is chosen: commas occur in amounts. */
const delimiters = ['\t', ';', '|', ','] as const
type Delimiter = (typeof delimiters)[number]

export interface Dialect {
  /** Null if the text has only one column. */
  readonly delimiter: Delimiter | null
  readonly quote: '"' | '\''
}

const sampledRecords = 50
const sampledCharacters = 262_144

/**
 * Finds the dialect. The delimiter must be in the first line, and as often in most other lines; of several, the one
 * with most columns is chosen. Single quotes count only if they enclose each cell of the first line.
 */
export function dialectOf(text: string): Dialect {
  const sample = text.slice(0, sampledCharacters)
  const firstLine = /[^\r\n]*/.exec(sample.trimStart())?.[0] ?? ''
  const quote = /^'[^']*'(?:[\t;|,]'[^']*')*$/.test(firstLine.trim()) ? '\'' : '"'
  const found = delimiters.map((delimiter) => ({ delimiter, ...fitOf(countsOf(sample, delimiter, quote)) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.share - one.share || other.count - one.count)
  return { delimiter: found[0]?.delimiter ?? null, quote }
}

/** The number of delimiters in the first record, and the share of records with the same number. */
function fitOf(counts: readonly number[]): { readonly count: number; readonly share: number } {
  const [count = 0] = counts
  return { count, share: counts.filter((one) => one === count).length / Math.max(1, counts.length) }
}

/** The number of delimiters outside quotes in each of the first non-empty records. */
function countsOf(sample: string, delimiter: string, quote: string): number[] {
  const inside = `[^${quote}]*`
  const quoted = new RegExp(`(^|[${delimiter}\\r\\n])${quote}${inside}(?:${quote}${quote}${inside})*${quote}?`, 'g')
  return sample.replace(quoted, '$1x').split(/[\r\n]+/).filter((record) => record !== '').slice(0, sampledRecords)
    .map((record) => record.split(delimiter).length - 1)
}
