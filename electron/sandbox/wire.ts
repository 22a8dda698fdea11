/** A request as it was received and an answer as it will leave: all that the checks and handlers know of HTTP. */
import type { Fault } from './faults.ts'

export interface WireRequest {
  readonly method: string
  /** The request target as received: path and query, nothing decoded. */
  readonly target: string
  /** The Host header as received. */
  readonly host: string
  readonly contentType: string
  /** Every Authorization header. */
  readonly authorization: readonly string[]
  /** As received, read as UTF-8. */
  readonly body: string
}

export interface WireAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly fault: Fault | null
  /** Besides content type and length. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The path of a request target, without its query; a target in absolute form (through a proxy) counts by its path. */
export function pathOf(target: string): string {
  const [path = ''] = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path
}

/** The URL as a client signs it: plain http, the host it named, the path it asked for. */
export function urlOf(request: Pick<WireRequest, 'target' | 'host'>): string {
  return `http://${request.host}${pathOf(request.target)}`
}

/** True for a form-encoded body, whatever charset is named with it. */
export function isForm(request: Pick<WireRequest, 'contentType'>): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.contentType)
}
