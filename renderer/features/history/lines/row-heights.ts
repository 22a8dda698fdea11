import type { Density } from '../columns/use-density.ts'

/** How high a row of the list is, in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 52, compact: 28 }
/** Where the window is narrow the cells stand under each other; it grows with what stands in them. */
export const stackedRowHeight = 132
/** Rows that are drawn beyond each edge, so that a turn of the wheel shows no gap. */
export const rowsBeyond = 4

/** So many lines fill a window of this height, in pixels, with those that are drawn below its edge. */
export function linesToFill(height: number, density: Density): number {
  return Math.ceil(height / rowHeights[density]) + rowsBeyond
}
