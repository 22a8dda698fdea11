import { calls, events } from './contract.ts'

/** The contract's names alone: injected into the preload at build time, so that it carries no schemas. */
export const contractNames: { readonly calls: readonly string[]; readonly events: readonly string[] } = {
  calls: Object.keys(calls),
  events: Object.keys(events),
}

/** The IPC channel of a call or an event. */
export function channelOf(kind: 'call' | 'event', name: string): string {
  return `gateway-console:${kind}:${name}`
}
