/** The merchant at a gateway, who must be charged only once. Several profiles may have the same merchant. */
import type { MerchantKey } from '../../brands.ts'
import { withoutEnd } from '../../text-end.ts'
import type { ProfileDraft } from './profile.ts'
import { reachesThisComputer } from '../values/this-computer.ts'

/** All profiles of the built-in gateway have one merchant key: its address changes with every start. */
export const builtInMerchantKey = 'built-in' as MerchantKey

/**
 * The origin of an http(s) address, only for comparison, never for sending: scheme and host in lower case, without
 * default port, path and dots at the host's end. Null for other text. SECURITY: every spelling of this computer becomes
 * `localhost`. Otherwise a second profile with the same gateway as `127.0.0.1` or `[::1]` would have a separate history
 * and could charge the same merchant order id again.
 */
export function originOf(address: string): string | null {
  const trimmed = address.trim()
  // Not `canParse`: it accepts a host of 64 KiB, for which the constructor throws.
  const url = /^https?:\/\//i.test(trimmed) ? URL.parse(trimmed) : null
  if (url === null) return null
  const host = withoutEnd(url.hostname, '.')
  if (host === '') return null
  const comparedHost = reachesThisComputer(host) ? 'localhost' : host
  return `${url.protocol}//${comparedHost}${url.port === '' ? '' : `:${url.port}`}`
}

/**
 * The key of a profile's merchant: origin, product word and login. Null for an invalid address, which is never saved.
 */
export function merchantKeyOf(
  { gateway, productWord, login }: Pick<ProfileDraft, 'gateway' | 'productWord' | 'login'>,
): MerchantKey | null {
  return gateway.kind === 'built-in' ? builtInMerchantKey : merchantKeyAt(gateway.baseUrl, productWord, login)
}

/** As `merchantKeyOf`, from the parts of an address. Only a login may contain spaces, so it is the last part. */
export function merchantKeyAt(address: string, productWord: string, login: string): MerchantKey | null {
  const origin = originOf(address)
  return origin === null ? null : `${origin} ${productWord} ${login.trim()}` as MerchantKey
}

export interface MerchantParts {
  readonly origin: string
  readonly productWord: string
  readonly login: string
}

/** The parts of a merchant key that `merchantKeyAt` created; null for the built-in gateway's. */
export function merchantPartsOf(merchant: MerchantKey): MerchantParts | null {
  const [, origin, productWord, login] = /^(\S+) (\S+) (.*)$/s.exec(merchant) ?? []
  if (origin === undefined || productWord === undefined || login === undefined) return null
  return { origin, productWord, login }
}
