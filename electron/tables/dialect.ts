/** How a text separates and quotes its cells, found by comparing its first lines. */

/** Of two that fit alike, the earlier one is chosen: commas occur in amounts. */
const delimiters = ['\t', ';', '|', ','] as const
type Delimiter = (typeof delimiters)[number]

export interface Dialect {
  /** Null where the text has one column. */
  readonly delimiter: Delimiter | null
  readonly quote: '"' | '\''
}

const sampledRecords = 50
const sampledCharacters = 262_144

/**
 * Finds the dialect: the delimiter that the first line contains and that most other lines contain as often; of several,
 * the one that separates most columns. Single quotes count only where they enclose each cell of the first line.
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

/** The delimiters of the first record, and the share of records that have as many. */
function fitOf(counts: readonly number[]): { readonly count: number; readonly share: number } {
  const [count = 0] = counts
  return { count, share: counts.filter((one) => one === count).length / Math.max(1, counts.length) }
}

/** How often a delimiter occurs outside quotes in each of the first records that are not empty. */
function countsOf(sample: string, delimiter: string, quote: string): number[] {
  const inside = `[^${quote}]*`
  const quoted = new RegExp(`(^|[${delimiter}\\r\\n])${quote}${inside}(?:${quote}${quote}${inside})*${quote}?`, 'g')
  return sample.replace(quoted, '$1x').split(/[\r\n]+/).filter((record) => record !== '').slice(0, sampledRecords)
    .map((record) => record.split(delimiter).length - 1)
}
