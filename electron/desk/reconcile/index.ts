/** Statements compared with the history. */
export { reconciling } from './reconciling.ts'
