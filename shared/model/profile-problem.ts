/** What can be wrong with a profile, and in which of its fields. */
import type { AmountProblem } from '../gateway/money.ts'

/** What can be wrong with certificate authorities; main checks when the profile is saved. */
type AuthoritiesProblemCode =
  | 'authorities-damaged'
  /** One is neither an authority nor the self-signed certificate of a server: it would never be trusted. */
  | 'authorities-not-authority'
  /** All have expired; `details` name them. */
  | 'authorities-expired'

type NetworkProblemCode =
  | AuthoritiesProblemCode
  | 'proxy-format'
  /** SECURITY: profiles are kept in a readable file; a proxy's password has no place in it. */
  | 'proxy-password'
  /** A gateway on this computer is another one seen from a proxy elsewhere. */
  | 'proxy-not-loopback'
  /** The built-in gateway is reached without a network. */
  | 'not-for-built-in'

type ProfileProblemCode =
  | 'required' | 'format' | 'name-taken' | 'base-url-format' | 'base-url-not-https' | 'base-url-not-loopback'
  | 'base-url-of-other-environment' | 'built-in-needs-sandbox' | 'entry-point-twice' | 'currency-unknown'
  | 'key-of-other-environment'
  /** The environment of a saved profile never changes. */
  | 'environment-fixed'
  /** The profile of the built-in gateway is always there and keeps to it. */
  | 'built-in-stays'
  /** A part of a path begins or ends with a dot. */
  | 'path-dots'
  /** A path is where another operation is reached; `details` name both. */
  | 'path-of-other-operation'
  | NetworkProblemCode
  /** No time zone of the IANA database has this name. */
  | 'time-zone-unknown'
  /** Limits of one currency stand in two rows. */
  | 'limits-twice'
  /** A limit as it was typed cannot be read as an amount; `details` say how many decimals the currency has. */
  | AmountProblem['code']
  /** Profiles are kept in a readable file. */
  | 'holds-card-number'

export interface ProfileProblem {
  /** Path of the field in the draft, such as `gateway.baseUrl` or `entryPoints.1.id`. */
  readonly field: string
  readonly code: ProfileProblemCode
  /** What the text for the code is filled with. */
  readonly details?: { readonly [name: string]: string }
}
