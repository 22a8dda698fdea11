/** The result of diagnosing a pasted request. */
import type { Masked, UtcTime } from '#shared/brands.ts'
import { builtFromMasked, maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Cause } from '#shared/inspector/cause.ts'
import type { PastedForm } from '#shared/inspector/reading/pasted.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { Sides } from '#shared/inspector/sides.ts'
import type { Suspicion } from './suspicion.ts'

export type FindingId =
  | 'nothing-recognised' | 'url-missing' | 'operation-unknown' | 'secret-missing' | 'masked-values' | 'space-at-end'
  | 'signature-unreadable' | 'request-missing' | 'entry-point-unknown' | 'callback-covers'
  | 'clock-skew' | 'nonce-seen' | 'repeated-parameter' | 'oauth-not-in-body' | 'other-login' | 'other-entry-point'

/** An observation that proves nothing. */
export interface Finding {
  readonly id: FindingId
  readonly detail: Masked
}

/** A request of the history that used a nonce. */
export interface NonceUse {
  readonly operation: OperationId
  readonly at: UtcTime
}

const longestDetail = 2_000

/** SECURITY: details quote pasted text, which is untrusted: it is masked before it is truncated. */
export function finding(id: FindingId, detail: string): Finding {
  return { id, detail: builtFromMasked(maskFreeText(detail).slice(0, longestDetail)) }
}

export interface Diagnosis {
  readonly verdict: 'valid' | 'explained' | 'unexplained'
  /** What was compared: the sent control or signature, or only a text; null without a comparison. */
  readonly compared: 'signature' | 'text' | null
  readonly causes: readonly Cause[]
  /** The likely explanation if no mistake in the text explains the request; null otherwise. */
  readonly suspicion: Suspicion | null
  /** Other mistakes that would have created exactly the same text. */
  readonly alsoPossible: readonly Cause[]
  readonly recognised: {
    readonly form: PastedForm | null
    readonly authentication: 'control' | 'oauth' | null
    readonly operation: OperationId | null
    readonly entryPoint: Masked | null
  }
  /** The right text with masked values; null if it cannot be built. */
  readonly expected: { readonly baseString: string } | { readonly controlText: string } | null
  /** The corrected request as a masked curl command; null without a mistake, or if its right values are not known. */
  readonly corrected: string | null
  /** A test vector of it as JSON, with an invented secret or a throw-away key; null if `corrected` is. */
  readonly vector: string | null
  /** The signed text beside the expected one; null if it is not known, or equal. */
  readonly sides: Sides | null
  readonly findings: readonly Finding[]
  /** The number of texts that were tried. */
  readonly tried: number
}
