/** A report as a printed document: tables of the total, the days and the card brands for each currency. */
import { maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import { alwaysReported, figureNames, figureWords, type FigureName } from '#shared/model/figures/today-numbers.ts'
import { amountWithCurrency, groupedAmount } from '#shared/shown-amount.ts'
import type { Block, PrintedDocument } from '../../../common/documents/document.ts'
import { figuresTable as table } from '../../../common/documents/figures-table.ts'
import { fitsAcross } from '../../../common/documents/page-width.ts'
import type { Fact } from './facts.ts'
import { knownAmount, partWords, rateOf, type ReportLine, type ReportPart } from './lines.ts'

const notKnown = 'not known'

/** At most this many figures side by side. With more than three, the amount is below the number. */
const figuresAcross = 7
const figuresInOneLine = 3
/** Longest name that is kept on one line. */
const nameTogether = 10

/** The document; its facts and lines are the same as in the other files. */
export function reportDocument(lines: readonly ReportLine[], facts: readonly Fact[], days: string): PrintedDocument {
  return {
    language: 'en',
    title: `Report, ${days}`,
    sender: null,
    blocks: [
      { kind: 'rows', rows: facts.map(([label, value]) => ({ label, value: maskWrittenCards(value) })) },
      ...(lines.length === 0 ? [{ kind: 'paragraph', text: 'No payment, refund or void became final in this period.' } as const] : []),
      ...inPart(lines, 'total').map(totalTable),
      ...reasonsTable(inPart(lines, 'reason')),
      ...(['day', 'brand'] as const).flatMap((part) => tablesOf(part, inPart(lines, part))),
      { kind: 'note', text: 'Approval rate: approved ÷ (approved + declined + filtered), of all payments, in percent; none below 20 payments. Days without payments are left out.' },
    ],
  }
}

function inPart(lines: readonly ReportLine[], part: ReportPart): readonly ReportLine[] {
  return lines.filter((line) => line.part === part)
}

function totalTable(line: ReportLine): Block {
  const { currency, figures, net } = line
  const names = figureNames.filter((name) => alwaysReported.includes(name) || counts(line, name))
  return table(`Total, ${currency ?? 'no currency'}`, ['Figure', 'Payments', 'Amount'], [
    ...names.map((name) => {
      const figure = figures[name]
      const amount = figure === undefined || figure.payments === 0 ? '' : knownAmount(figure)
      return [figureWords[name], String(figure?.payments ?? 0), amount === null ? notKnown : amountOf(amount, currency)]
    }),
    ['Net moved', '', net === null ? '' : amountOf(net.net, currency)],
    ...(net !== null && net.netUnknown > 0 ? [['Movements without a known amount', String(net.netUnknown), '']] : []),
    ['Approval rate', '', percentOf(line)],
  ])
}

function reasonsTable(reasons: readonly ReportLine[]): readonly Block[] {
  if (reasons.length === 0) return []
  return [table('Declined by reason', ['Reason', 'Code', 'Payments', 'Amount'], reasons.map(({ name, code, currency, figures: { declined } }) => {
    const amount = declined === undefined ? null : knownAmount(declined)
    return [name, code, String(declined?.payments ?? 0), amount === null ? notKnown : amountOf(amount, currency)]
  }), 2)]
}

/**
 * A table for each currency. Its columns are the figures that count something in it. Figures that do not fit on the
 * page follow in further tables.
 */
function tablesOf(part: 'day' | 'brand', lines: readonly ReportLine[]): readonly Block[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].flatMap(([currency, same]) => {
    const label = `By ${partWords[part].toLowerCase()}, ${currency ?? 'no currency'}`
    const names = figureNames.filter((name) => same.some((line) => counts(line, name)))
    const first = fittingTable(part, same, names, true)
    const tables = [table(label, ...first.content)]
    for (let left = first.left; left.length > 0;) {
      const other = fittingTable(part, same, left, false)
      tables.push(table(`${label}, other figures`, ...other.content))
      left = other.left
    }
    return tables
  })
}

/** A table that fits on the page, and the figures that do not fit. */
interface Fitting {
  readonly content: readonly [heads: readonly string[], rows: readonly (readonly string[])[]]
  readonly left: readonly FigureName[]
}

/** As many figures as fit on the page, at least one. `withNet`: net and rate follow them. */
function fittingTable(
  part: 'day' | 'brand', lines: readonly ReportLine[], names: readonly FigureName[], withNet: boolean,
): Fitting {
  const contentOf = (shown: readonly FigureName[], between: string) => [
    [partWords[part], ...shown.map((name) => figureWords[name]), ...(withNet ? ['Net moved', 'Rate'] : [])],
    lines.map((line) => [
      line.name, ...shown.map((name) => figureText(line, name, between)),
      ...(withNet ? [netText(line), percentOf(line)] : []),
    ]),
  ] as const
  for (let count = Math.min(names.length, figuresAcross); ; count -= 1) {
    const shown = names.slice(0, count)
    for (const between of count > figuresInOneLine ? ['\n'] : [' · ', '\n']) {
      const content = contentOf(shown, between)
      const isLast = count <= 1 && between === '\n'
      if (isLast || fitsAcross(widthsOf(...content))) return { content, left: names.slice(count) }
    }
  }
}

/** The length of the longest line in each column. */
function widthsOf(heads: readonly string[], rows: readonly (readonly string[])[]): readonly number[] {
  return heads.map((head, place) => {
    const texts = [head, ...rows.map((cells) => cells[place] ?? '')].flatMap((text) => text.split('\n'))
    const longest = texts.reduce((most, { length }) => Math.max(most, length), 0)
    return place === 0 ? Math.min(longest, nameTogether) : longest
  })
}

function counts({ figures }: ReportLine, name: FigureName): boolean {
  return (figures[name]?.payments ?? 0) > 0
}

/** The number of payments, and their amount. */
function figureText({ figures, currency }: ReportLine, name: FigureName, between: string): string {
  const { [name]: figure } = figures
  if (figure === undefined || figure.payments === 0) return '0'
  const amount = knownAmount(figure)
  return `${figure.payments}${between}${amount === null ? notKnown : groupedAmount(amount, currency ?? '')}`
}

function amountOf(amount: string, currency: string | null): string {
  return amount === '' ? '' : amountWithCurrency(amount, currency ?? '')
}

function netText({ net, currency }: ReportLine): string {
  return groupedAmount(net?.net ?? '0', currency ?? '')
}

function percentOf(line: ReportLine): string {
  const rate = rateOf(line)
  return rate === null ? '–' : `${rate} %`
}
