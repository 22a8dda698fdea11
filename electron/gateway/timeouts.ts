/** How long each step may take, in milliseconds. */
export interface Timeouts {
  /** Name, connection and TLS; also a proxy's answer to CONNECT. */
  readonly connectMs: number
  /** From the sent request to the reply's headers. */
  readonly headersMs: number
  /** Between two parts of the reply's body. */
  readonly bodyMs: number
  /** Everything together, by the wall clock. */
  readonly totalMs: number
}

export const defaultTimeouts: Timeouts = { connectMs: 15_000, headersMs: 60_000, bodyMs: 30_000, totalMs: 90_000 }
