import { withoutEnd } from '../../text-end.ts'

/** The UTF-8 bytes of well-formed text as base64url without padding (RFC 4648 section 5), as EMVCo requires. */
export function base64Url(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte))
  return withoutEnd(btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_'), '=')
}
