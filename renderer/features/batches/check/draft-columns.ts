/** The columns of the check: the fields that the table supplies, in the operation's order. */
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { carries, operations } from '#shared/gateway/operations/operations.ts'
import type { Draft } from '#shared/model/payments/batch.ts'

/** The smallest width of a field's column, in pixels. */
function leastWidth(key: FieldKey): number {
  const { kind } = fields[key].content
  if (kind === 'amount') return 80
  if (kind === 'currency' || kind === 'month' || kind === 'year' || kind === 'yes-no') return 56
  return 80
}

const lineWidth = 32
const cardWidth = 104
const resultWidth = 194
const gap = 12
const padding = 32

export interface DraftColumns {
  readonly fields: readonly FieldKey[]
  readonly hasCard: boolean
  /** The value of `grid-template-columns`. */
  readonly template: string
  /** The width in pixels below which the table scrolls. */
  readonly least: number
}

/** These fields are always shown, as they distinguish the rows. */
const always: readonly FieldKey[] = ['merchantOrderId', 'orderId', 'cardReference', 'amount']

/** The columns of a draft. A field with the same value in all rows has none, unless a row has a problem there. */
export function draftColumns(draft: Pick<Draft, 'operation' | 'columns' | 'problemFields'>): DraftColumns {
  const operation = operations[draft.operation]
  const mapped = new Set(draft.columns.map(({ meaning }) => meaning))
  const varies = (key: FieldKey): boolean => always.includes(key) || draft.problemFields.includes(key)
    || draft.columns.some(({ meaning, examples }) => meaning === key && examples.length > 1)
  const shown = operation.fields.map(({ key }) => key).filter(varies)
    // Merchant order ids that are derived from a name are shown too.
    .filter((key) => mapped.has(key) || (key === 'merchantOrderId' && mapped.has('row-name')))
  const hasCard = carries(operation, 'cardReference')
  const widths = [lineWidth, ...shown.map(leastWidth), ...(hasCard ? [cardWidth] : []), resultWidth]
  const share = (width: number, index: number): string =>
    (index === 0 ? `${width}px` : `minmax(${width}px, ${index === widths.length - 1 ? 4 : 1}fr)`)
  return {
    fields: shown, hasCard, template: widths.map(share).join(' '),
    least: widths.reduce((sum, width) => sum + width + gap, padding),
  }
}
