/** The only merchant of the built-in gateway; invented, like all its data. */
export const merchant = {
  login: 'sandbox-merchant',
  endpointId: '1001',
  endpointGroupId: '2001',
  /** The only currency of the endpoint; the group accepts every currency of ISO 4217. */
  currency: 'USD',
  /** The secret of the stand-alone gateway for `control`, unless another one is set. */
  merchantControl: 'SANDBOX-ONLY-0000-0000-MERCHANT-CONTROL',
} as const

/** The entry point in the path, and whether this gateway has it. */
export interface EntryPointInUse {
  readonly kind: 'endpoint' | 'group'
  readonly id: string
  readonly known: boolean
}

/** True if the merchant has an endpoint or group with that id. */
export function isKnownEntryPoint(kind: EntryPointInUse['kind'], id: string): boolean {
  return id === (kind === 'endpoint' ? merchant.endpointId : merchant.endpointGroupId)
}
