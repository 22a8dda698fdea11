import type { Density } from '../columns/use-density.ts'

/** Height of a row, in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 52, compact: 28 }
/** Estimated height of a stacked row in a narrow window, in pixels; it follows its content. */
export const stackedRowHeight = 132
/** Rows that are rendered beyond each edge, so that a turn of the wheel shows no gap. */
export const rowsBeyond = 4

/** Number of lines that fill a window of `height` pixels, including those rendered below its edge. */
export function linesToFill(height: number, density: Density): number {
  return Math.ceil(height / rowHeights[density]) + rowsBeyond
}
