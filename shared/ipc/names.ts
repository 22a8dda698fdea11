import { calls, events, type CallName } from './contract.ts'

/** Only the contract's names: injected into preload and main at build time, for code without schemas. */
export interface ContractNames {
  readonly calls: readonly CallName[]
  readonly events: readonly string[]
}

export const contractNames: ContractNames = { calls: Object.keys(calls) as CallName[], events: Object.keys(events) }
