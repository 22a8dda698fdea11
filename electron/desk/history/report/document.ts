/** A report as a printed document: for each currency a table of the total, of the days and of the card brands. */
import { maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import { alwaysReported, figureNames, figureWords, type FigureName } from '#shared/model/figures/today-numbers.ts'
import { amountWithCurrency, groupedAmount } from '#shared/shown-amount.ts'
import type { Block, PrintedDocument } from '../../../common/documents/document.ts'
import { figuresTable as table } from '../../../common/documents/figures-table.ts'
import type { Fact } from './facts.ts'
import { knownAmount, partWords, rateOf, type ReportLine, type ReportPart } from './lines.ts'

const notKnown = 'not known'

/** More figures do not fit beside each other on a page, and more than some only with the amount below the number. */
const figuresAcross = 7
const figuresInOneLine = 3

/** The document. The facts and the lines are those of the other files. */
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

/** A table for each currency; its columns are the figures that count something in it. */
function tablesOf(part: 'day' | 'brand', lines: readonly ReportLine[]): readonly Block[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].flatMap(([currency, same]) => {
    const label = `By ${partWords[part].toLowerCase()}, ${currency ?? 'no currency'}`
    const names = figureNames.filter((name) => same.some((line) => counts(line, name)))
    return [names.slice(0, figuresAcross), names.slice(figuresAcross)].flatMap((shown, index) => {
      const isFirst = index === 0
      const between = shown.length > figuresInOneLine ? '\n' : ' · '
      if (!isFirst && shown.length === 0) return []
      const heads = [partWords[part], ...shown.map((name) => figureWords[name]), ...(isFirst ? ['Net moved', 'Rate'] : [])]
      return [table(isFirst ? label : `${label}, other figures`, heads, same.map((line) => [
        line.name, ...shown.map((name) => figureText(line, name, between)),
        ...(isFirst ? [netText(line), percentOf(line)] : []),
      ]))]
    })
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
