/** Updates the lines of a list after it was read again, without moving a line. */
import type { HistoryLine } from '#shared/model/history/history-list.ts'

/** The lines that were read; an unchanged line keeps its object, so that it is not rendered again. */
export function withKnown(shown: readonly HistoryLine[], read: readonly HistoryLine[]): readonly HistoryLine[] {
  const byEntry = new Map(shown.map((line) => [line.row.entryId, line]))
  return read.map((line) => {
    const known = byEntry.get(line.row.entryId)
    return known !== undefined && isSame(known, line) ? known : line
  })
}

/** True for two equal JSON values. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return names.length === others.length
    && names.every((name) => Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)))
}

/** The shown lines with their current content; a line that is no longer in the list stays unchanged. */
export function withChanges(shown: readonly HistoryLine[], fresh: readonly HistoryLine[]): readonly HistoryLine[] {
  const byEntry = new Map(withKnown(shown, fresh).map((line) => [line.row.entryId, line]))
  return shown.map((line) => byEntry.get(line.row.entryId) ?? line)
}

/** Number of new lines before the last shown one; lines after it are older, not new. */
export function newLines(shown: readonly HistoryLine[], fresh: readonly HistoryLine[]): number {
  const known = new Set(shown.map(({ row }) => row.entryId))
  const last = fresh.findLastIndex(({ row }) => known.has(row.entryId))
  const among = shown.length === 0 ? fresh : fresh.slice(0, last + 1)
  return among.filter(({ row }) => !known.has(row.entryId)).length
}
