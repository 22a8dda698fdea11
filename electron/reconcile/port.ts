import type { Workbench } from './workbench.ts'

export type { FoundEntries } from './workbench.ts'

/**
 * Compares statements with the history, in a thread of its own: it reads the statement, keeps its lines in memory, and
 * writes results into its folder. SECURITY: it has no network and no secret.
 */
export type ReconcilePort = Workbench & {
  /** Ends the thread: what is open is gone, and what is kept stays. The next call starts it again. */
  drop(): void
  end(): Promise<void>
}
