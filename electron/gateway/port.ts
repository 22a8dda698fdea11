import type { Certificate, UtcTime } from '#shared/brands.ts'
import type { RequestIds, Outcome } from '#shared/gateway/replies/outcome.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { NetworkRoute } from '#shared/model/profiles/profile.ts'

/** How a profile's requests leave, and which authorities it trusts besides the application's and the system's. */
export interface ConnectionSettings {
  readonly route: NetworkRoute
  /** Certificate authorities; empty for none. */
  readonly authorities: readonly Certificate[]
}

/** A signed request, ready to leave. It contains secrets (control, signature, perhaps a cvv): never logged. */
export interface SignedRequest {
  readonly operation: OperationId
  readonly url: string
  /** The authentication header only; the client adds content type and length. */
  readonly authorization: string | null
  readonly body: string
  readonly productWord: string
  /** Absent: the system's settings. */
  readonly connectionSettings?: ConnectionSettings
  /** The ids that the reply is compared with. */
  readonly asked: RequestIds
}

/** The result of one send, with the facts about it that may be shown. */
export interface SendReport {
  readonly outcome: Outcome
  readonly httpStatus: number | null
  readonly durationMs: number
  /** The server's `Date` minus this computer's clock in seconds; null without the header. */
  readonly clockOffsetSeconds: number | null
  /** When the certificate ends that the gateway showed; null where none was checked. */
  readonly certificateEndsAt: UtcTime | null
}

/** How the client reaches the network. */
export interface NetworkDescription {
  readonly certificateAuthorities: { readonly bundled: number; readonly system: number }
  /**
   * "DIRECT", the profile's own proxy as a URL, the system's result ("PROXY host:port"), or "environment". Never with
   * a user name or password.
   */
  readonly proxy: string
}

/** The client: sends once, classifies, and does not depend on journal or vault. */
export interface GatewayPort {
  /**
   * Sends a request exactly once and resolves when its outcome is known; never throws and never repeats. The total
   * deadline is by wall clock, so that a computer that slept does not wait further.
   */
  send(request: SignedRequest): Promise<SendReport>
  /**
   * Describes how a request would leave; nothing is sent and no connection opened. `connectionSettings` absent: the
   * system's settings.
   */
  describeNetwork(url: string, connectionSettings?: ConnectionSettings): Promise<NetworkDescription>
  /** Closes idle connections; sends in progress continue. */
  close(): Promise<void>
}
