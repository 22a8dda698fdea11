import { existsSync, readFileSync } from 'node:fs'
import { parseForeignJson } from '#shared/foreign-json.ts'
import { writeAtomically } from '../../common/files/atomic-file.ts'
import { filesOf } from './file-names.ts'
import { afterEvent, initialState, recoveryStateSchema, type RecoveryEvent, type RecoveryState } from './state.ts'

/** The recovery state beside a journal. An unreadable one requires a thorough check. */
export function readState(databasePath: string): RecoveryState {
  return stateIn(filesOf(databasePath).state)
}

/** Takes one step of the state machine and stores it durably. Throws when the disk refuses: it then was not taken. */
export function advance(databasePath: string, happened: RecoveryEvent): void {
  const before = readState(databasePath)
  const state = afterEvent(before, happened)
  if (state !== before) writeState(databasePath, state)
}

/** Stores the state where none is stored, so that a later start without a journal does not count as the first. */
export function keepState(databasePath: string): void {
  if (wasKept(databasePath)) return
  try {
    writeState(databasePath, readState(databasePath))
  } catch {
    // On a disk that refuses writes, the next write reports that, and the next start stores the state.
  }
}

/** True when a journal was begun here before. */
export function wasKept(databasePath: string): boolean {
  return existsSync(filesOf(databasePath).state)
}

/** Records that SQLite found the journal damaged; the next start checks it thoroughly. Never throws. */
export function markDamaged(databasePath: string): void {
  try {
    advance(databasePath, { event: 'damage-found' })
  } catch {
    // On a disk that refuses writes, the next start or the next write finds the damage.
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
