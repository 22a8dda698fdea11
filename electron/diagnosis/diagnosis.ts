/** What came of looking for the mistake in a pasted request. */
import type { Cause } from '#shared/inspect/cause.ts'
import type { PastedForm } from '#shared/inspect/reading/pasted.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { Sides } from '#shared/inspect/sides.ts'

export const findingIds = [
  'nothing-recognised', 'url-missing', 'operation-unknown', 'secret-missing', 'key-missing', 'masked-values',
  'blank-at-end', 'signature-unreadable', 'request-missing', 'entry-point-unknown',
] as const
export type FindingId = (typeof findingIds)[number]

/** Something worth knowing that proves nothing. */
export interface Finding {
  readonly id: FindingId
  readonly detail: string
}

export interface Diagnosis {
  readonly verdict: 'valid' | 'explained' | 'unexplained'
  readonly causes: readonly Cause[]
  /** Other mistakes that would have made the very same text. */
  readonly alsoPossible: readonly Cause[]
  readonly recognised: {
    readonly form: PastedForm | null
    readonly authentication: 'control' | 'oauth' | null
    readonly operation: OperationId | null
    readonly entryPoint: string | null
  }
  /** The right text with masked values; null where it can't be built. */
  readonly expected: { readonly baseString: string } | { readonly controlText: string } | null
  /** The request as it should have been, as curl: masked, with placeholders; null where none was wrong or known. */
  readonly corrected: string | null
  /** A worked example of it as JSON, with a made-up secret or a throw-away key; null as `corrected` is. */
  readonly vector: string | null
  /** What was signed beside what was expected; null where it is not known, or the same. */
  readonly sides: Sides | null
  readonly findings: readonly Finding[]
  /** How many texts were tried. */
  readonly tried: number
}
