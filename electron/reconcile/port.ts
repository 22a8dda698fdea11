import type { Workbench } from './workbench.ts'

export type { FoundEntries } from './workbench.ts'

/**
 * Compares statements with the history in a separate thread, which reads the statement, keeps its lines in memory, and
 * writes results into its folder. SECURITY: the thread has no access to network or secrets.
 */
export type ReconcilePort = Workbench & {
  /** Ends the thread and drops what is open; stored results stay. The next call starts it again. */
  drop(): void
  end(): Promise<void>
}
