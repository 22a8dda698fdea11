/** The calls of a diagnosis to the side with the secrets. SECURITY: texts go there, but no secret comes back. */
import type { Cause } from '#shared/inspector/cause.ts'
import type { ControlCandidate } from '#shared/inspector/control/plan.ts'
import type { HmacRequest, MatchAnswers } from '../common/matching/match.ts'

/** A matching candidate: the owner of the secret, and the further mistakes that the match proves; null for no match. */
export type SecretMatch = { readonly secretId: string; readonly causes: readonly Cause[] } | null

/** Compares a sent control with candidates; one answer for each. Null if the control is not a digest. */
export type MatchControl = (control: string, candidates: readonly ControlCandidate[]) => Promise<MatchAnswers | null>

/** Compares a signature from the header with HMACs over texts. */
export type MatchHmac = (request: HmacRequest) => Promise<MatchAnswers>
