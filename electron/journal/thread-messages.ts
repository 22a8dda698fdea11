import type { JournalOpenFailure } from './port.ts'

/** What main hands the journal's thread at its start. */
export interface JournalThreadData {
  readonly databasePath: string
  /** The folder of the redacted log; null keeps none. */
  readonly logFolder: string | null
}

/** The thread's first message; calls are served after a success only. */
export type JournalThreadReport =
  | { readonly journal: 'opened' }
  | { readonly journal: 'not-opened'; readonly failure: JournalOpenFailure }

/** True for the thread's first message. */
export function isThreadReport(message: unknown): message is JournalThreadReport {
  return typeof message === 'object' && message !== null && 'journal' in message
}
