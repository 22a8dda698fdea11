import type { DeskId } from '#shared/brands.ts'
import type { FileCheck, JournalOpenFailure, MaintenanceProgress } from './records.ts'

/** The start data of the journal's thread. */
export interface JournalThreadData {
  readonly databasePath: string
  /** The folder of the redacted log; null for no log. */
  readonly logFolder: string | null
  /** The thread's own file, of which it starts a second thread to check a copy of the journal. */
  readonly workerPath: string
  /** A person has confirmed that a journal of a development version is quarantined and a new one created. */
  readonly quarantineDevelopment: boolean
}

/** The start data of the thread of copied logs. */
export interface OtherDesksThreadData {
  readonly otherDesksPath: string
  /** The desk for which the logs are copied. */
  readonly ownDeskId: DeskId
  readonly logFolder: string | null
}

/** The start data of the thread that checks a file and ends. */
export interface CheckThreadData {
  readonly check: string
}

/** The checking thread's only message. */
export interface CheckThreadReport {
  readonly checked: FileCheck
}

/**
 * The thread's first message. Calls are served only after `opened`; `calls` are their names. Later messages report the
 * progress of long tasks and, together with answers, that links were added.
 */
export type JournalThreadReport =
  | { readonly journal: 'opened'; readonly calls: readonly string[] }
  | { readonly journal: 'not-opened'; readonly failure: JournalOpenFailure }

export interface ProgressReport {
  readonly maintenance: MaintenanceProgress
}

/** Added to an answer if links were added to the chain since the previous answer. */
export interface LinkedReport {
  readonly linked: true
}

/** True for the thread's first message. */
export function isThreadReport(message: unknown): message is JournalThreadReport {
  return typeof message === 'object' && message !== null && 'journal' in message
}

/** True for a message with the progress of a long task. */
export function isProgressReport(message: unknown): message is ProgressReport {
  return typeof message === 'object' && message !== null && 'maintenance' in message
}

/** True for an answer that reports added links. */
export function isLinkedReport(message: unknown): message is LinkedReport {
  return typeof message === 'object' && message !== null && 'linked' in message
}
