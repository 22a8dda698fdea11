/** Batches: one operation for many rows, each sent as a payment of its own. */
export { runCalls } from './run/calls.ts'
export { createBatches, type Batches } from './run/batches.ts'
