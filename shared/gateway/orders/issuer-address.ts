import { isLoopback } from '../../model/values/base-url.ts'
import { reachesThisComputer } from '../../model/values/this-computer.ts'
import { withoutEnd } from '../../text-end.ts'

/** An address in a reply: absent, refused, or usable: it may be opened and shared. */
export type IssuerAddress =
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'usable'; readonly url: string; readonly host: string }

/**
 * Checks an address of a status reply (§2.9: method, challenge, authentication, `redirect-to`). https is usable, and
 * with `allowsLoopback` (a sandbox profile) also plain http to this computer. Refuses addresses with a user name, and
 * those that a browser would silently read as another address.
 */
export function issuerAddress(text: string | null, allowsLoopback: boolean): IssuerAddress {
  if (text === null) return { kind: 'absent' }
  // SECURITY: browsers drop tabs and line feeds and read `\` as `/`: the opened address would differ from the checked.
  const url = !/^https?:\/\/[^/]/i.test(text) || /[\s\\\p{Cc}]/u.test(text) ? null : URL.parse(text)
  if (url === null) return { kind: 'refused' }
  // SECURITY: `https://bank.example@evil.example` looks like the bank's address and opens the other.
  if (url.username !== '' || url.password !== '') return { kind: 'refused' }
  // SECURITY: outside the sandbox no reply may direct the window to services of this computer, in any spelling.
  if (!allowsLoopback && reachesThisComputer(withoutEnd(url.hostname, '.'))) return { kind: 'refused' }
  if (url.protocol !== 'https:' && !isLoopback(url.href)) return { kind: 'refused' }
  return { kind: 'usable', url: url.href, host: url.host }
}
