import type { Switches } from '#shared/gateway/switches.ts'
import type { Cause } from '#shared/inspect/cause.ts'
import type { GivenHints } from '#shared/inspect/given.ts'
import type { DiagnosisAnswer } from '#shared/model/diagnosis.ts'
import type { Result } from '#shared/result.ts'
import type { MatchControl, MatchHmac } from './ports.ts'

/** A public key to try, as SubjectPublicKeyInfo PEM, and what it proves when it fits. */
export interface PublicKeyToTry {
  readonly pem: string
  readonly causes: readonly Cause[]
}

/** What is to be diagnosed, and what is known besides. */
export interface DiagnosisRequest {
  /** As it was pasted. */
  readonly text: string
  readonly hints: GivenHints
  readonly switches: Switches
  readonly keys: readonly PublicKeyToTry[]
  /** Whether there is any secret to compare with. */
  readonly hasSecrets: boolean
  readonly otherEntryPoints: readonly string[]
  /** Currencies of endpoints by their ids. */
  readonly currencies: { readonly [entryPointId: string]: string }
}

/** What a diagnosis asks for while it runs. An exception ends it. */
export interface DiagnosisHelp {
  readonly matchControl: MatchControl
  readonly matchHmac: MatchHmac
  /** How many texts were tried so far. */
  readonly progress: (tried: number) => void
}

/**
 * Diagnoses of pasted requests, each in a thread of its own that ends with it. SECURITY: with the thread goes the
 * memory that held what was pasted; it has no file, no network, and no secret.
 */
export interface DiagnosisPort {
  /** Runs one; a run under way ends as `cancelled`. `defect`: it failed or took too long. */
  diagnose(
    request: DiagnosisRequest, help: DiagnosisHelp,
  ): Promise<Result<DiagnosisAnswer, { readonly code: 'cancelled' | 'defect' }>>
  /** Ends the one under way at once; does nothing without one. */
  cancel(): void
  end(): Promise<void>
}
