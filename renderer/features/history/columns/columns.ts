/** The columns of the list: their ids, their widths, and a person's choice. */
import { z } from '#shared/model/values/zod.ts'
import type { TextKey } from '../../../i18n/index.ts'
import type { Density } from './use-density.ts'

const columnIds = [
  'time', 'type', 'amount', 'state', 'card', 'holder', 'desk', 'merchant', 'order', 'merchantOrderId', 'orderId', 'who',
] as const
export type ColumnId = (typeof columnIds)[number]

/** In pixels. */
export const narrowestColumn = 32
export const widestColumn = 900
const fold = 20
const gap = 6
/** Left and right padding of a row, in pixels. */
const padding = 18

/** The least width in pixels, and the share of the remaining width; 0 for a column of fixed width. */
type Track = readonly [least: number, share: number]

/** In comfortable density a cell may have a second line: merchant, cardholder, other id, desk. */
const tracks: Readonly<Record<Density, Readonly<Partial<Record<ColumnId, Track>>>>> = {
  comfortable: {
    time: [66, 0], type: [122, 1.3], amount: [96, 0], state: [112, 2], card: [70, .9], order: [102, .9], who: [34, .4],
  },
  compact: {
    time: [84, 0], type: [114, 1], amount: [98, 0], state: [170, 3], card: [98, .6], holder: [60, .8], desk: [60, .7],
    merchant: [50, .8], merchantOrderId: [94, .8], orderId: [76, .6], who: [34, .4],
  },
}
const whoAndDesk: Track = [78, .8]
/** Width of a character of an amount, and of the space beside the amount, in pixels. */
const ofAmount = { character: 7.2, beside: 10 }
/** Width of a year after a day, in pixels. */
const ofYear: Readonly<Record<Density, number>> = { comfortable: 12, compact: 36 }

export const layoutSchema = z.object({
  order: z.array(z.enum(columnIds)), hidden: z.array(z.enum(columnIds)),
  widths: z.partialRecord(z.enum(columnIds), z.number().min(narrowestColumn).max(widestColumn)),
})
/** A person's choice: order of the columns, hidden columns, widths in pixels. */
export type Layout = z.infer<typeof layoutSchema>

export const noLayout: Layout = { order: [], hidden: [], widths: {} }

/** Always shown, as it contains the link that opens the entry. */
export const fixedColumn: ColumnId = 'type'

/** All columns of a density in the chosen order; a column that the choice does not name keeps its default position. */
export function orderedColumns(density: Density, isTeam: boolean, { order }: Pick<Layout, 'order'>): readonly ColumnId[] {
  const all = columnIds.filter((id) => tracks[density][id] !== undefined && (id !== 'desk' || isTeam))
  const chosen = order.filter((id, place) => all.includes(id) && order.indexOf(id) === place)
  return all.reduce<readonly ColumnId[]>((columns, id, place) => {
    if (columns.includes(id)) return columns
    const before = all.slice(0, place).findLast((one) => columns.includes(one))
    return columns.toSpliced(before === undefined ? 0 : columns.indexOf(before) + 1, 0, id)
  }, chosen)
}

/** The columns that are not hidden. */
export function shownColumns(columns: readonly ColumnId[], { hidden }: Pick<Layout, 'hidden'>): readonly ColumnId[] {
  return columns.filter((id) => id === fixedColumn || !hidden.includes(id))
}

/**
 * The columns as `grid-template-columns`, and the width in pixels below which the table scrolls. Amounts are never cut:
 * `longestAmount` is the number of characters of the longest one. `namesYears`: the list has times of earlier years.
 */
export function gridOf(
  columns: readonly ColumnId[],
  { density, isTeam, widths, longestAmount = 0, namesYears = false }: {
    density: Density; isTeam: boolean; widths: Layout['widths']; longestAmount?: number; namesYears?: boolean
  },
): { readonly template: string; readonly least: number } {
  const trackOf = (id: ColumnId): Track => {
    const width = widths[id]
    if (width !== undefined) return [width, 0]
    if (id === 'who' && isTeam && density === 'comfortable') return whoAndDesk
    const [least, share] = tracks[density][id] ?? [narrowestColumn, 1]
    if (id === 'time' && namesYears) return [least + ofYear[density], share]
    const needed = id === 'amount' ? Math.ceil(longestAmount * ofAmount.character) + ofAmount.beside : 0
    return [Math.max(least, needed), share]
  }
  const used = columns.map(trackOf)
  const text = used.map(([least, share]) => (share === 0 ? `${least}px` : `minmax(${least}px, ${share}fr)`))
  return {
    template: [`${fold}px`, ...text].join(' '),
    least: used.reduce((sum, [least]) => sum + gap + least, fold + padding),
  }
}

/** The title of a column. */
export function columnName(id: ColumnId, density: Density, isTeam: boolean): TextKey {
  if (id === 'desk') return 'teamLists.history.desk'
  return id === 'who' && isTeam && density === 'comfortable' ? 'teamLists.history.whoAndDesk' : `history.column.${id}`
}

/** The columns with one moved by `by` positions; unchanged if that position does not exist. */
export function movedColumn(columns: readonly ColumnId[], id: ColumnId, by: number): readonly ColumnId[] {
  const to = columns.indexOf(id) + by
  if (!columns.includes(id) || to < 0 || to >= columns.length) return columns
  return columns.filter((one) => one !== id).toSpliced(to, 0, id)
}
