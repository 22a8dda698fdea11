/** Batches: one operation for many rows, each sent as a separate payment. */
export { createDrafts } from './drafts/index.ts'
export type { DraftsForStart } from './planned.ts'
export { runCalls } from './run/calls.ts'
export { createBatches, type Batches } from './run/batches.ts'
