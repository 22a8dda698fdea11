/** The one merchant of the built-in gateway; made up, as is everything seeded here. */
export const merchant = {
  login: 'sandbox-merchant',
  endpointId: '1001',
  endpointGroupId: '2001',
  /** The endpoint takes this currency alone; the group takes every currency of ISO 4217. */
  currency: 'USD',
  /** What the stand-alone gateway checks `control` with unless it is told another. */
  merchantControl: 'SANDBOX-ONLY-0000-0000-MERCHANT-CONTROL',
} as const

/** The entry point as the path names it, and whether this gateway has it. */
export interface EntryPointInUse {
  readonly kind: 'endpoint' | 'group'
  readonly id: string
  readonly known: boolean
}

/** True when the merchant has an endpoint or a group of that id. */
export function isKnownEntryPoint(kind: EntryPointInUse['kind'], id: string): boolean {
  return id === (kind === 'endpoint' ? merchant.endpointId : merchant.endpointGroupId)
}
