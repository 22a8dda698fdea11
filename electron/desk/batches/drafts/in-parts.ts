import { setImmediate as otherWork } from 'node:timers/promises'

/** Rows of one part: its work takes some milliseconds. */
const rowsAtOnce = 200

/** Does the work for some rows at a time; other work has its turn between two parts. Ends early where it is false. */
export async function inParts<Row>(
  rows: readonly Row[], work: (part: readonly Row[]) => Promise<boolean>,
): Promise<boolean> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (!await work(rows.slice(from, from + rowsAtOnce))) return false
    await otherWork()
  }
  return true
}
