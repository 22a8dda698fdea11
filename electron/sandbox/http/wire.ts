/** A received request and an answer: the only parts of HTTP that checks and handlers use. */
import type { Fault } from '../faults/faults.ts'

export interface WireRequest {
  readonly scheme: 'http' | 'https'
  readonly method: string
  /** The request target as received: path and query, not decoded. */
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

const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/** The path of a request target without its query; also of a target in absolute form, as sent through a proxy. */
export function pathOf(target: string): string {
  const [path = ''] = target.replace(authority, '').split(/[?#]/, 1)
  return path
}

/**
 * The URL as a client signs it (§5.2): scheme, the request's host (`Host`, or a target in absolute form), path.
 * `publicUrl` replaces scheme and host. Null if the request has no valid host.
 */
export function urlOf({ scheme, host, target }: WireRequest, publicUrl: string | null): string | null {
  if (publicUrl !== null) return `${publicUrl}${pathOf(target)}`
  const named = authority.exec(target)?.[1] ?? host
  return /^[^\s/?#@]+$/.test(named) ? `${scheme}://${named}${pathOf(target)}` : null
}

/** True for a form-encoded body, whatever its charset. */
export function isForm(request: Pick<WireRequest, 'contentType'>): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.contentType)
}
