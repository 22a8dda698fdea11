import { existsSync, readFileSync } from 'node:fs'
import { parseForeignJson } from '#shared/foreign-json.ts'
import { writeAtomically } from '../../common/files/atomic-file.ts'
import { filesOf } from './file-names.ts'
import { afterEvent, initialState, recoveryStateSchema, type RecoveryEvent, type RecoveryState } from './state.ts'

/** Reads the recovery state of a journal. An unreadable one counts as `damaged`, which requires a thorough check. */
export function readState(databasePath: string): RecoveryState {
  return stateIn(filesOf(databasePath).state)
}

/** Takes one step of the state machine and stores it durably. Throws if the disk refuses; then nothing changed. */
export function advance(databasePath: string, happened: RecoveryEvent): void {
  const before = readState(databasePath)
  const state = afterEvent(before, happened)
  if (state !== before) writeState(databasePath, state)
}

/** Stores the state if none is stored, so that a later start without a journal does not count as the first start. */
export function storeInitialState(databasePath: string): void {
  if (isStateStored(databasePath)) return
  try {
    writeState(databasePath, readState(databasePath))
  } catch {
    // If the disk refuses writes, the next write reports that, and the next start stores the state.
  }
}

/** True if a journal was opened at this path before. */
export function isStateStored(databasePath: string): boolean {
  return existsSync(filesOf(databasePath).state)
}

/** Records that SQLite found the journal damaged; the next start checks it thoroughly. Never throws. */
export function markDamaged(databasePath: string): void {
  try {
    advance(databasePath, { event: 'damage-found' })
  } catch {
    // If the disk refuses writes, the next start or the next write finds the damage.
  }
}

function writeState(databasePath: string, state: RecoveryState): void {
  writeAtomically(filesOf(databasePath).state, `${JSON.stringify(state, null, 2)}\n`)
}

function stateIn(path: string): RecoveryState {
  if (!existsSync(path)) return initialState
  try {
    const parsed = recoveryStateSchema.safeParse(parseForeignJson(readFileSync(path, 'utf8')))
    if (parsed.success) return parsed.data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return { ...initialState, damaged: true }
}
