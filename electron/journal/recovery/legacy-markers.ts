/** Marker files by which versions before the one state file remembered what `state.ts` does. Read here alone. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { besides, filesOf, isQuarantineName, listNames } from './file-names.ts'
import { afterEvent, recoveryStateSchema, type FileChange, type RecoveryState } from './state.ts'

const resolvedEnding = '.seen'
const notAllReadEnding = '.not-all-read'

function markersOf(databasePath: string) {
  return {
    begun: `${databasePath}.begun`,
    damaged: `${databasePath}.damaged`,
    quarantining: `${databasePath}.putting-aside`,
    gone: `${databasePath}.gone`,
    missingResolved: `${databasePath}.gone-settled`,
    fromBackup: `${databasePath}.from-backup`,
    /** A copy of a backup that was not finished. */
    restoring: join(dirname(databasePath), 'journal.restoring.sqlite'),
  }
}

/** True when an earlier version left something to read. */
export function hasLegacyMarkers(databasePath: string): boolean {
  return Object.values(markersOf(databasePath)).some((path) => existsSync(path)) || knownFiles(databasePath).length > 0
}

/** The state with what the markers say added to it. */
export function withLegacyMarkers(databasePath: string, state: RecoveryState): RecoveryState {
  if (!hasLegacyMarkers(databasePath)) return state
  const markers = markersOf(databasePath)
  const found: RecoveryState = {
    ...state,
    damaged: state.damaged || existsSync(markers.damaged),
    missing: textIn(markers.gone) ?? state.missing,
    resolvedMissing: textIn(markers.missingResolved) ?? state.resolvedMissing,
    quarantined: { ...state.quarantined, ...Object.fromEntries(knownFiles(databasePath)) },
  }
  const change = changeIn(databasePath)
  if (change !== null) return { ...found, change }
  const restored = restoredIn(markers.fromBackup)
  // A note beside a copy that has not taken the journal's place was written ahead.
  const isAhead = [markers.restoring, filesOf(databasePath).restored].some((path) => existsSync(path))
  if (restored === null || isAhead) return found
  const resolved = afterEvent({ ...found, restored }, { event: 'missing-given-up' })
  const [fileName] = listNames(databasePath, 'replaced')
  return fileName === undefined ? resolved : afterEvent(resolved, { ...restored, event: 'file-salvaged', fileName })
}

/** Removes them, once what they say is kept otherwise. */
export function removeLegacyMarkers(databasePath: string): void {
  const { restoring, ...markers } = markersOf(databasePath)
  for (const end of ['', ...besides]) rmSync(restoring + end, { force: true })
  for (const path of Object.values(markers)) rmSync(path, { force: true })
  const { folder } = filesOf(databasePath)
  for (const [fileName] of knownFiles(databasePath)) {
    for (const end of [resolvedEnding, notAllReadEnding]) rmSync(join(folder, fileName + end), { force: true })
  }
}

/** A change of names that was begun: by its marker, or because the whole new file waits and nothing has the name. */
function changeIn(databasePath: string): FileChange | null {
  const { database, restored } = filesOf(databasePath)
  const markers = markersOf(databasePath)
  const begun = textIn(markers.quarantining)
  const named = begun !== null && isQuarantineName(begun) ? begun : null
  if (!existsSync(restored)) return named === null ? null : { kind: 'quarantine', fileName: named }
  const fileName = named ?? (existsSync(database) ? undefined : listNames(databasePath, 'replaced')[0])
  return fileName === undefined ? null : { kind: 'replace', fileName, restored: restoredIn(markers.fromBackup) }
}

function restoredIn(path: string): RecoveryState['restored'] {
  try {
    return recoveryStateSchema.shape.restored.parse(JSON.parse(textIn(path) ?? 'null'))
  } catch {
    // Not a note of ours: nothing was restored as far as this run can tell.
    return null
  }
}

function knownFiles(databasePath: string): [string, 'resolved' | 'not-all-read'][] {
  const names = readdirSync(dirname(databasePath))
  const endingWith = <Known extends string>(ending: string, known: Known) => names
    .filter((name) => name.endsWith(ending) && isQuarantineName(name.slice(0, -ending.length)))
    .map((name): [string, Known] => [name.slice(0, -ending.length), known])
  // Settled ones last: they win.
  return [...endingWith(notAllReadEnding, 'not-all-read'), ...endingWith(resolvedEnding, 'resolved')]
}

function textIn(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
