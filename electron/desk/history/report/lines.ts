/** A report as the lines and columns of its files. */
import { approvalRate } from '#shared/model/figures/approval.ts'
import { removedBrand } from '#shared/model/history/history-list.ts'
import type { Report, ReportCurrencies } from '#shared/model/figures/report.ts'
import type { CurrencyFigures, DeclineReason, Figure } from '#shared/model/figures/today.ts'
import { figureNames, figureWords, type FigureName } from '#shared/model/figures/today-numbers.ts'

export const reportParts = ['total', 'day', 'brand', 'reason'] as const
export type ReportPart = (typeof reportParts)[number]

/** The names of the parts in a file. */
export const partWords = {
  total: 'Total', day: 'Day', brand: 'Card brand', reason: 'Reason of declined payments',
} as const satisfies Record<ReportPart, string>

/** The figures of one currency: the total, or of one day, card brand or reason. */
export interface ReportLine {
  readonly part: ReportPart
  /** The day, the card brand or the reason; empty for the total. */
  readonly name: string
  /** The gateway's code of a reason. */
  readonly code: string
  /** Null if it is not known. */
  readonly currency: string | null
  readonly figures: Readonly<Partial<Record<FigureName, Figure>>>
  /** Null for a reason, as no money moved. */
  readonly net: Pick<CurrencyFigures, 'net' | 'netUnknown'> | null
}

/** `count`: a number of payments. `amount`: decimal text in major units. `percent`: decimal text. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'amount'; readonly amount: string; readonly currency: string }
  | { readonly kind: 'percent'; readonly percent: string }
  | { readonly kind: 'none' }

interface Column {
  readonly name: string
  readonly cell: (line: ReportLine) => Cell
}

const none: Cell = { kind: 'none' }

/** The lines of a report: the total, then by day, by card brand and by reason. */
export function linesOf({ currencies, days, brands, reasons }: Report): readonly ReportLine[] {
  return [
    ...linesIn('total', '', currencies),
    ...days.flatMap((day) => linesIn('day', day.date, day.currencies)),
    ...brands.flatMap((brand) => linesIn('brand', brandText(brand.cardBrand), brand.currencies)),
    ...reasons.flatMap((reason) => reason.amounts.map(({ currency, ...declined }): ReportLine => ({
      part: 'reason', name: reasonText(reason), code: reason.errorCode ?? '', currency, figures: { declined }, net: null,
    }))),
  ]
}

/** A card brand in words. */
function brandText(cardBrand: string | null): string {
  if (cardBrand === removedBrand) return 'Removed'
  return cardBrand ?? 'Not known'
}

/** A reason in the gateway's words, if they are stored. */
function reasonText({ errorCode, errorText }: Pick<DeclineReason, 'errorCode' | 'errorText'>): string {
  return errorText ?? (errorCode === null ? 'No reason given' : 'Text removed or not given')
}

/** The amount of a figure; null if none of its amounts is known, which is not 0. */
export function knownAmount({ payments, amount, withoutAmount }: Figure): string | null {
  return payments > 0 && payments === withoutAmount ? null : amount
}

/** The approval rate of a line; null below 20 payments, and for a reason. */
export function rateOf({ part, figures }: ReportLine): string | null {
  return part === 'reason' ? null : approvalRate((name) => figures[name]?.payments ?? 0)
}

/** The columns of every file, whatever the report counts. */
export const columns: readonly Column[] = [
  { name: 'Part', cell: ({ part }) => ({ kind: 'text', text: partWords[part] }) },
  { name: 'Name', cell: ({ name }) => ({ kind: 'text', text: name }) },
  { name: 'Code', cell: ({ code }) => ({ kind: 'text', text: code }) },
  { name: 'Currency', cell: ({ currency }) => ({ kind: 'text', text: currency ?? '' }) },
  ...figureNames.flatMap((name): Column[] => [
    {
      name: figureWords[name],
      cell: ({ figures: { [name]: figure } }) => (figure === undefined ? none : { kind: 'count', count: figure.payments }),
    },
    { name: `${figureWords[name]} amount`, cell: (line) => amountCell(line, line.figures[name]) },
  ]),
  { name: 'Net moved', cell: ({ net, currency }) => (net === null ? none : { kind: 'amount', amount: net.net, currency: currency ?? '' }) },
  {
    name: 'Movements without a known amount',
    cell: ({ net }) => (net === null ? none : { kind: 'count', count: net.netUnknown }),
  },
  { name: 'Approval rate (%)', cell: rateCell },
]

function linesIn(part: ReportPart, name: string, currencies: ReportCurrencies): ReportLine[] {
  return currencies.map(({ currency, figures, ...net }) => ({ part, name, code: '', currency, figures, net }))
}

function amountCell({ currency }: ReportLine, figure: Figure | undefined): Cell {
  const amount = figure === undefined ? null : knownAmount(figure)
  return amount === null ? none : { kind: 'amount', amount, currency: currency ?? '' }
}

function rateCell(line: ReportLine): Cell {
  const percent = rateOf(line)
  return percent === null ? none : { kind: 'percent', percent }
}
