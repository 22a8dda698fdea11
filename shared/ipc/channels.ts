/** The IPC channel of a call or an event. In a separate file, so that the preload imports no schemas. */
export function channelOf(kind: 'call' | 'event', name: string): string {
  return `gateway-console:${kind}:${name}`
}

/** The preload sends main on it each violation of the page's content security policy: the directive alone. */
export const policyViolationChannel = 'gateway-console:policy-violation'
