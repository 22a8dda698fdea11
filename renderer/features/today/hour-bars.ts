/** The geometry of the chart of payments per hour, in units of its view box. */
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import type { HourFigures } from '#shared/model/figures/today.ts'
import type { FigureName } from '#shared/model/figures/today-numbers.ts'

/** The figures that each part of a bar counts, from the bottom up. */
const barParts = {
  moved: ['approved', 'held', 'captured', 'paidOut', 'transferred'],
  returned: ['refunded', 'voided'],
  failed: ['declined', 'filtered'],
  unknown: ['unknown', 'error'],
} as const satisfies Record<string, readonly FigureName[]>
export type BarPart = keyof typeof barParts
export const barPartNames = Object.keys(barParts) as readonly BarPart[]

export const chart = { width: 576, height: 88 }

/** The numbers of an hour by the parts of its bar. */
export type PartCounts = Readonly<Record<BarPart, number>>

/** Adds up the figures of an hour. */
export function partCounts(counts: HourFigures['counts']): PartCounts {
  return Object.fromEntries(barPartNames.map((part) =>
    [part, barParts[part].reduce((sum, name) => sum + counts[name], 0)])) as PartCounts
}

interface Box { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export interface HourBars {
  readonly bars: readonly (Box & { readonly part: BarPart; readonly hour: number })[]
  /** A line over each hour at its usual number. */
  readonly usual: readonly { readonly x: number; readonly y: number; readonly width: number; readonly hour: number }[]
}

/** The bars of a day. `days`: the number of days that `before` adds up. */
export function hourBars(hours: readonly HourFigures[], days: number): HourBars {
  const rows = hours.map(({ hour, counts, before }) => ({
    hour, ...partCounts(counts), usual: total(partCounts(before)) / Math.max(1, days),
  }))
  const most = Math.max(1, ...rows.flatMap((row) => [total(row), row.usual]))
  const x = scaleBand<number>().domain(rows.map(({ hour }) => hour)).range([0, chart.width]).paddingInner(0.25)
  const y = scaleLinear().domain([0, most]).range([chart.height, 0])
  const layers = stack<(typeof rows)[number], BarPart>().keys(barPartNames)(rows)
  return {
    bars: layers.flatMap((layer) => layer.flatMap((point) => (point[1] === point[0] ? [] : [{
      part: layer.key, hour: point.data.hour, x: x(point.data.hour) ?? 0, width: x.bandwidth(),
      y: y(point[1]), height: y(point[0]) - y(point[1]),
    }]))),
    usual: rows.filter(({ usual }) => usual > 0)
      .map(({ hour, usual }) => ({ hour, x: x(hour) ?? 0, width: x.bandwidth(), y: y(usual) })),
  }
}

function total(counts: PartCounts): number {
  return barPartNames.reduce((sum, part) => sum + counts[part], 0)
}
