import type { Operation } from '#shared/gateway/operations/operations.ts'
import type { SandboxOptions } from './port.ts'
import type { After } from './callbacks/callbacks.ts'
import type { Readings } from './requests/readings.ts'
import type { ServerCertificate } from './http/server-certificate.ts'
import type { UnknownFields } from './requests/unknown-fields.ts'

/** Time limits of a connection; the defaults suit people and programs alike. */
export interface ServerTimes {
  /** For the head of a request. */
  readonly headersMs: number
  /** For a request as a whole. */
  readonly requestMs: number
  /** Interval of checking the two. */
  readonly checkEveryMs: number
}

export const defaultTimes: ServerTimes = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 1_000 }

/** All options, for programs that run the gateway in their own process. */
export interface ServerOptions extends SandboxOptions {
  /** The operations that are served; those of the catalogue without it. */
  readonly operations?: readonly Operation<string>[]
  readonly readings?: Readings
  /** The gateway's URL for clients behind a tunnel (`https://gate.example`), without a slash at its end. */
  readonly publicUrl?: string | null
  readonly times?: ServerTimes
  /** Milliseconds since 1970; orders progress by it. */
  readonly now?: () => number
  /** Called with an unforeseen error; its request was answered with HTTP 500. */
  readonly onDefect?: (error: unknown) => void
  /** Listens with https and this certificate; without it with http. */
  readonly certificate?: ServerCertificate | null
  /** How far `oauth_timestamp` may be from the clock, in seconds; every time is right without it. */
  readonly clockWindowSeconds?: number | null
  /** Called with fields of a request that the interface does not define. */
  readonly onUnknownFields?: (fields: UnknownFields) => void
  /** Runs work later and returns a function that cancels it; callbacks use it. */
  readonly after?: After
}
