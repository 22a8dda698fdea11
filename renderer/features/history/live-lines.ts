/** What a list on the screen takes over from the same list read again, without a line changing its place. */
import type { HistoryLine } from '#shared/model/history/history-list.ts'

/** The lines that were read; one that says what is shown already is that same object, and not drawn again. */
export function withKnown(shown: readonly HistoryLine[], read: readonly HistoryLine[]): readonly HistoryLine[] {
  const byEntry = new Map(shown.map((line) => [line.row.entryId, line]))
  return read.map((line) => {
    const known = byEntry.get(line.row.entryId)
    return known !== undefined && isSame(known, line) ? known : line
  })
}

/** True for two values of JSON that say the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return names.length === others.length
    && names.every((name) => Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)))
}

/** The lines that are shown, each as it is now; one that the list has no more of stays as it was. */
export function withChanges(shown: readonly HistoryLine[], fresh: readonly HistoryLine[]): readonly HistoryLine[] {
  const byEntry = new Map(withKnown(shown, fresh).map((line) => [line.row.entryId, line]))
  return shown.map((line) => byEntry.get(line.row.entryId) ?? line)
}

/** How many lines have come in between those that are shown; what follows behind the last of them is not new. */
export function newLines(shown: readonly HistoryLine[], fresh: readonly HistoryLine[]): number {
  const known = new Set(shown.map(({ row }) => row.entryId))
  const last = fresh.findLastIndex(({ row }) => known.has(row.entryId))
  const among = shown.length === 0 ? fresh : fresh.slice(0, last + 1)
  return among.filter(({ row }) => !known.has(row.entryId)).length
}
