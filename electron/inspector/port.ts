import type { ProfileId } from '#shared/brands.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { GivenHints } from '#shared/inspector/given.ts'
import type { DiagnosisAnswer } from '#shared/model/answers/diagnosis.ts'
import type { Result } from '#shared/result.ts'
import type { HmacRequest } from '../common/matching/match.ts'
import type { ControlCandidate } from '#shared/inspector/control/plan.ts'
import type { NonceUse } from './diagnosis.ts'
import type { SecretMatch } from './matchers.ts'
/** The facts of a profile that may occur in a request. */
export interface KnownProfile {
  readonly id: ProfileId
  readonly name: string
  readonly login: string
  /** The host of its gateway, with the port; null for the built-in one. */
  readonly host: string | null
  /** A group has no currency of its own. */
  readonly entryPoints: readonly { readonly id: string; readonly currency: string | null }[]
  readonly switches: Switches
  readonly hasSecret: boolean
}

/** A public key to try, as SubjectPublicKeyInfo PEM, and its owners. */
export interface PublicKeyToTry {
  readonly pem: string
  readonly name: string
  readonly owners: readonly ProfileId[]
}

/** The request to diagnose, and other known facts. */
export interface DiagnosisRequest {
  /** As pasted. */
  readonly text: string
  readonly hints: GivenHints
  /** The profiles that it may belong to; the first one unless another fits the text better. */
  readonly profiles: readonly [KnownProfile, ...KnownProfile[]]
  /** The profile that a person chose. */
  readonly chosen: ProfileId | null
  readonly keys: readonly PublicKeyToTry[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The calls of a running diagnosis. An exception ends it. */
export interface DiagnosisHelp {
  /** Compares with every secret that may be compared, beginning with that of the profile `first`. */
  readonly matchControl: (request: {
    first: ProfileId; control: string; candidates: readonly ControlCandidate[]
  }) => Promise<readonly SecretMatch[] | null>
  readonly matchHmac: (request: HmacRequest & { first: ProfileId }) => Promise<readonly SecretMatch[]>
  /** The newest request of the history with this nonce; null if there is none. */
  readonly nonceUse: (nonce: string) => Promise<NonceUse | null>
  /** Reports how many texts were tried so far. */
  readonly progress: (tried: number) => void
}

/**
 * Diagnoses pasted requests, each in a separate thread that ends with it. SECURITY: ending the thread frees the memory
 * with the pasted text. The thread has no access to files, network or secrets.
 */
export interface DiagnosisPort {
  /** Runs a diagnosis; a running one ends as `cancelled`. `defect`: it failed or took too long. */
  diagnose(
    request: DiagnosisRequest, help: DiagnosisHelp,
  ): Promise<Result<DiagnosisAnswer, { readonly code: 'cancelled' | 'defect' }>>
  /** Ends the running diagnosis immediately; does nothing without one. */
  cancel(): void
  end(): Promise<void>
}
