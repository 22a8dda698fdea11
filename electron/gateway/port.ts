import type { AskedAbout, Outcome } from '#shared/gateway/outcome.ts'
import type { OperationId } from '#shared/gateway/operations.ts'

/** A request that is signed and ready to leave. It holds secrets (control, signature, perhaps a cvv): never logged. */
export interface SignedRequest {
  readonly operation: OperationId
  readonly url: string
  /** Only what authentication needs; content type and length are the client's. */
  readonly authorization: string | null
  readonly body: string
  readonly productWord: string
  /** What the reply is compared with. */
  readonly asked: AskedAbout
}

/** What came of one send, with what may be told about it. */
export interface SendReport {
  readonly outcome: Outcome
  readonly httpStatus: number | null
  readonly durationMs: number
  /** The server's `Date` against this computer's clock in seconds (server minus here); null without the header. */
  readonly clockOffsetSeconds: number | null
}

/** How the client reaches the network; read by the self-check. */
export interface NetworkDescription {
  readonly certificateAuthorities: { readonly bundled: number; readonly system: number }
  /** What the proxy question was answered with for a URL ("DIRECT", "PROXY host:port", "environment"). */
  readonly proxy: string
}

/** The client: sends once, classifies, knows nothing of journal or vault. */
export interface GatewayPort {
  /**
   * Sends a request exactly once and answers when its outcome is known; never throws and never repeats. The total
   * deadline is by wall clock, so a computer that slept does not wait on.
   */
  send(request: SignedRequest): Promise<SendReport>
  describeNetwork(url: string): Promise<NetworkDescription>
  /** Ends idle connections; sends under way go on. */
  close(): Promise<void>
}
