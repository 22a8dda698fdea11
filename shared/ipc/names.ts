import { calls, events } from './contract.ts'

/** The contract's names alone: injected into the preload at build time, so that it carries no schemas. */
export interface ContractNames {
  readonly calls: readonly string[]
  readonly events: readonly string[]
}

export const contractNames: ContractNames = { calls: Object.keys(calls), events: Object.keys(events) }
