/** Statements compared with the history. */
export { reconciling, type Reconciling } from './reconciling.ts'
