import type { Operation } from '#shared/gateway/operations/operations.ts'
import type { SandboxOptions } from './port.ts'
import type { After } from './callbacks/callbacks.ts'
import type { Readings } from './requests/readings.ts'
import type { ServerCertificate } from './http/server-certificate.ts'
import type { UnknownFields } from './requests/unknown-fields.ts'

/** Time limits of a connection; the defaults suit persons and programs. */
export interface ServerTimes {
  /** For the head of a request. */
  readonly headersMs: number
  /** For a request as a whole. */
  readonly requestMs: number
  /** The interval at which both are checked. */
  readonly checkEveryMs: number
}

export const defaultTimes: ServerTimes = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 1_000 }

/** All options, for programs that run the gateway in their own process. */
export interface ServerOptions extends SandboxOptions {
  /** The operations that are served; absent: those of the catalogue. */
  readonly operations?: readonly Operation<string>[]
  readonly readings?: Readings
  /** The gateway's URL for clients behind a tunnel (`https://gate.example`), without a final slash. */
  readonly publicUrl?: string | null
  readonly times?: ServerTimes
  /** Milliseconds since 1970; the progress of orders depends on it. */
  readonly now?: () => number
  /** Called with an unforeseen error; its request was answered with HTTP 500. */
  readonly onDefect?: (error: unknown) => void
  /** Listens with https and this certificate; with http if it is absent. */
  readonly certificate?: ServerCertificate | null
  /** How far `oauth_timestamp` may be from the clock, in seconds; absent: any time is accepted. */
  readonly clockWindowSeconds?: number | null
  /** Called with field names of a request that the interface does not define. */
  readonly onUnknownFields?: (fields: UnknownFields) => void
  /** Runs callbacks later; the returned function cancels one. */
  readonly after?: After
}
