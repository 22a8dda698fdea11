/** The IPC channel of a call or an event. In a file of its own, so that the preload takes no schema with it. */
export function channelOf(kind: 'call' | 'event', name: string): string {
  return `gateway-console:${kind}:${name}`
}

/** On it the preload tells main that something broke the page's content security policy: the directive alone. */
export const policyViolationChannel = 'gateway-console:policy-violation'
