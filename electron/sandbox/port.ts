import type { Result } from '#shared/result.ts'
import type { FaultShares } from './faults/fault-shares.ts'
import type { FaultKind } from './faults/faults.ts'
import type { Way } from './orders/ways.ts'

/** The facts that a client needs to use the built-in gateway; the stand-alone sandbox prints them as JSON. */
export interface SandboxDescription {
  /** Without the product word; the public URL if the stand-alone sandbox has one. */
  readonly baseUrl: string
  readonly productWord: string
  readonly login: string
  readonly endpointId: string
  readonly endpointGroupId: string
  /** The endpoint's currency. */
  readonly currency: string
  readonly examples: {
    readonly orderId: string
    readonly clientOrderId: string
    readonly serialNumber: string
    /** A card reference whose charges are approved. */
    readonly cardRefId: string
  }
}

/** A predefined card reference with its purpose, for selection in the application. */
export interface SandboxCard {
  readonly cardReference: string
  readonly outcome: 'approved' | 'declined' | 'filtered' | 'error' | 'unknown' | 'endless-processing' | 'waits-for-cardholder'
    | 'expired' | 'refund-declined' | 'refund-endless-processing' | 'whole-refunds-only' | 'refund-error' | 'loyalty-and-fees'
}

/** A predefined card reference whose charges, or whose refunds, voids and captures, get damaged replies. */
export interface SandboxFaultCard {
  readonly cardReference: string
  readonly strikes: 'charges' | 'refunds'
  readonly fault: FaultKind
}

/** An invented card number to type into a sale or preauthorisation, with its 3-D Secure path. */
export interface SandboxTestCard {
  readonly cardNumber: string
  readonly way: Way
}

export interface SandboxOptions {
  /** Folder or file of the ledger, which is kept after a restart. */
  readonly ledgerPath: string
  readonly productWord: string
  /** The secret with which the built-in gateway checks `control`; generated only for the sandbox. */
  readonly merchantControl: string
  /** The SPKI PEM with which the built-in gateway checks signatures; null if there is none (version 4 answers 403). */
  readonly publicKeyPem: string | null
  /** 0 selects a free port; it listens on 127.0.0.1 only. */
  readonly port: number
  /** Milliseconds until a submission becomes final. */
  readonly processingMs: number
  /** Faults in a share of the requests; absent: none. */
  readonly faultShares?: FaultShares
}

/** The built-in gateway inside the application: a thread that runs only while a profile uses it. */
export interface SandboxPort {
  /** Starts it, or returns the running one. `detail` is a sentence. */
  start(): Promise<Result<SandboxDescription, { readonly code: 'sandbox-failed'; readonly detail: string }>>
  setPublicKey(publicKeyPem: string): Promise<void>
  cards(): readonly SandboxCard[]
  faultCards(): readonly SandboxFaultCard[]
  testCards(): readonly SandboxTestCard[]
  stop(): Promise<void>
}
