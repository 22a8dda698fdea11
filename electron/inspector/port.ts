import type { ProfileId } from '#shared/brands.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { GivenHints } from '#shared/inspector/given.ts'
import type { DiagnosisAnswer } from '#shared/model/answers/diagnosis.ts'
import type { Result } from '#shared/result.ts'
import type { HmacRequest } from '../common/matching/match.ts'
import type { ControlCandidate } from '#shared/inspector/control/plan.ts'
import type { NonceUse } from './diagnosis.ts'
import type { SecretMatch } from './matchers.ts'
/** The facts of a profile that a request may show. */
export interface KnownProfile {
  readonly id: ProfileId
  readonly name: string
  readonly login: string
  /** Of its gateway, with the port; null for the built-in one. */
  readonly host: string | null
  /** A group has no currency of its own. */
  readonly entryPoints: readonly { readonly id: string; readonly currency: string | null }[]
  readonly switches: Switches
  readonly hasSecret: boolean
}

/** A public key to try, as SubjectPublicKeyInfo PEM, and whose it is. */
export interface PublicKeyToTry {
  readonly pem: string
  readonly name: string
  readonly owners: readonly ProfileId[]
}

/** The request to diagnose, and the facts known besides. */
export interface DiagnosisRequest {
  /** As it was pasted. */
  readonly text: string
  readonly hints: GivenHints
  /** The profiles that it may belong to; the first one where the text fits no other better. */
  readonly profiles: readonly [KnownProfile, ...KnownProfile[]]
  /** The profile that a person chose instead. */
  readonly chosen: ProfileId | null
  readonly keys: readonly PublicKeyToTry[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The calls of a running diagnosis. An exception ends it. */
export interface DiagnosisHelp {
  /** Compares with every secret that may be compared with, that of the profile `first` before the others. */
  readonly matchControl: (request: {
    first: ProfileId; control: string; candidates: readonly ControlCandidate[]
  }) => Promise<readonly SecretMatch[] | null>
  readonly matchHmac: (request: HmacRequest & { first: ProfileId }) => Promise<readonly SecretMatch[]>
  /** The newest request of the history with this nonce, or null. */
  readonly nonceUse: (nonce: string) => Promise<NonceUse | null>
  /** How many texts were tried so far. */
  readonly progress: (tried: number) => void
}

/**
 * Diagnoses of pasted requests, each in a separate thread that ends with it. SECURITY: ending the thread frees the
 * memory with the pasted text. The thread has no file, no network, and no secret.
 */
export interface DiagnosisPort {
  /** Runs one; a running one ends as `cancelled`. `defect`: it failed or took too long. */
  diagnose(
    request: DiagnosisRequest, help: DiagnosisHelp,
  ): Promise<Result<DiagnosisAnswer, { readonly code: 'cancelled' | 'defect' }>>
  /** Ends the running one at once; does nothing without one. */
  cancel(): void
  end(): Promise<void>
}
