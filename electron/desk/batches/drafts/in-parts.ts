import { setImmediate as otherWork } from 'node:timers/promises'

/** Rows per part; a part takes some milliseconds. */
const rowsAtOnce = 200

/** Runs `work` for some rows at a time; other work runs between two parts. Ends early if `work` returns false. */
export async function inParts<Row>(
  rows: readonly Row[], work: (part: readonly Row[]) => Promise<boolean>,
): Promise<boolean> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (!await work(rows.slice(from, from + rowsAtOnce))) return false
    await otherWork()
  }
  return true
}
