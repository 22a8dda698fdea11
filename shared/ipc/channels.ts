/** The IPC channel of a call or an event. In a separate file, so that the preload imports no schemas. */
export function channelOf(kind: 'call' | 'event', name: string): string {
  return `gateway-console:${kind}:${name}`
}

/** On this channel the preload reports violations of the content security policy to main: only the directive. */
export const policyViolationChannel = 'gateway-console:policy-violation'
