/** The calls of a diagnosis to the side that holds the secrets. SECURITY: texts go in, a secret never comes out. */
import type { Cause } from '#shared/inspector/cause.ts'
import type { ControlCandidate } from '#shared/inspector/control/plan.ts'
import type { HmacRequest, MatchAnswers } from '../common/matching/match.ts'

/** A matching candidate: whose secret it was, and which further mistakes that proves; null where it does not match. */
export type SecretMatch = { readonly secretId: string; readonly causes: readonly Cause[] } | null

/** Compares a control that was sent with candidates; answers for each as a `Matcher` does. Null: it is no digest. */
export type MatchControl = (control: string, candidates: readonly ControlCandidate[]) => Promise<MatchAnswers | null>

/** Compares a signature from the header with HMACs over texts. */
export type MatchHmac = (request: HmacRequest) => Promise<MatchAnswers>
