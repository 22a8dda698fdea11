/** Batches: one operation for many rows, each sent as a payment of its own. */
export { createDrafts } from './drafts/index.ts'
export type { DraftsForStart } from './planned.ts'
export { runCalls } from './run/calls.ts'
export { createBatches, type Batches } from './run/batches.ts'
