/** The problems of a profile, and their fields. */
import type { AmountProblem } from '../../gateway/numbers/money.ts'
import type { LogoProblem } from './letterhead.ts'

/** The problems of certificate authorities; main finds them when the profile is saved. */
type AuthoritiesProblemCode =
  | 'authorities-damaged'
  /** One is neither an authority nor a server's self-signed certificate: it would never be trusted. */
  | 'authorities-not-authority'
  /** All have expired; `details` contains their names. */
  | 'authorities-expired'

type NetworkProblemCode =
  | AuthoritiesProblemCode
  | 'proxy-format'
  /** SECURITY: profiles are stored in a readable file, which must not contain a proxy's password. */
  | 'proxy-password'
  /** With a proxy elsewhere, a gateway "on this computer" would be on the proxy's computer. */
  | 'proxy-not-loopback'
  /** The built-in gateway is not reached over a network. */
  | 'not-for-built-in'

/** The problems of a logo; main decodes it when the profile is saved. */
type LogoProblemCode = `logo-${LogoProblem}`

type ProfileProblemCode =
  | 'required' | 'format' | 'name-taken' | 'base-url-format' | 'base-url-not-https' | 'base-url-not-loopback'
  | 'base-url-of-other-environment' | 'built-in-needs-sandbox' | 'entry-point-twice' | 'currency-unknown'
  | 'key-of-other-environment'
  /** The environment of a saved profile never changes. */
  | 'environment-fixed'
  /** The profile of the built-in gateway always exists and always uses that gateway. */
  | 'built-in-stays'
  /** A part of a path begins or ends with a dot. */
  | 'path-dots'
  /** A path belongs to another operation; `details` contains both. */
  | 'path-of-other-operation'
  | NetworkProblemCode
  | LogoProblemCode
  /** No time zone of the IANA database has this name. */
  | 'time-zone-unknown'
  /** Two rows contain limits of the same currency. */
  | 'limits-twice'
  /** A typed limit is not a readable amount; `details` contains the currency's number of decimals. */
  | AmountProblem['code']
  /** Profiles are stored in a readable file. */
  | 'holds-card-number'

export interface ProfileProblem {
  /** The path of the field in the draft, such as `gateway.baseUrl` or `entryPoints.1.id`. */
  readonly field: string
  readonly code: ProfileProblemCode
  /** Values for the placeholders of the code's text. */
  readonly details?: { readonly [name: string]: string }
}
