import type { DeskId } from '#shared/brands.ts'
import type { FileCheck, JournalOpenFailure, MaintenanceProgress } from './records.ts'

/** What main hands the journal's thread at its start. */
export interface JournalThreadData {
  readonly databasePath: string
  /** The folder of the redacted log; null keeps none. */
  readonly logFolder: string | null
  /** The thread's own file: it starts another one of it for checking a copy of the journal. */
  readonly workerPath: string
  /** A person has confirmed that a journal of a development version is quarantined and a new one begun. */
  readonly quarantineDevelopment: boolean
}

/** What main hands the thread of the copied logs at its start. */
export interface OtherDesksThreadData {
  readonly otherDesksPath: string
  /** For which desk they are copied. */
  readonly ownDeskId: DeskId
  readonly logFolder: string | null
}

/** What the thread hands the one that checks a file and ends. */
export interface CheckThreadData {
  readonly check: string
}

/** The checking thread's one message. */
export interface CheckThreadReport {
  readonly checked: FileCheck
}

/**
 * The thread's first message; calls are served after a success only. `calls` are their names. Later messages tell how
 * far long work has come, and answers that links were added.
 */
export type JournalThreadReport =
  | { readonly journal: 'opened'; readonly calls: readonly string[] }
  | { readonly journal: 'not-opened'; readonly failure: JournalOpenFailure }

export interface ProgressReport {
  readonly maintenance: MaintenanceProgress
}

/** What an answer carries besides when its call, or one that was answered with it, added links to the chain. */
export interface LinkedReport {
  readonly linked: true
}

/** True for the thread's first message. */
export function isThreadReport(message: unknown): message is JournalThreadReport {
  return typeof message === 'object' && message !== null && 'journal' in message
}

/** True for a message that tells how far long work has come. */
export function isProgressReport(message: unknown): message is ProgressReport {
  return typeof message === 'object' && message !== null && 'maintenance' in message
}

/** True for an answer that says that links were added. */
export function isLinkedReport(message: unknown): message is LinkedReport {
  return typeof message === 'object' && message !== null && 'linked' in message
}
