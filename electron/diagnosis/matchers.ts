/** What a diagnosis needs of whoever holds the secrets. SECURITY: texts go in, a secret never comes out. */
import type { ControlCandidate } from '#shared/inspect/control/plan.ts'
import type { HmacRequest, MatchAnswers } from '../common/matching/match.ts'

/** Compares a control that was sent with candidates; answers for each as a `Matcher` does. Null: it is no digest. */
export type MatchControl = (control: string, candidates: readonly ControlCandidate[]) => Promise<MatchAnswers | null>

/** Compares a signature, as it stands in the header, with HMACs over texts. */
export type MatchHmac = (request: HmacRequest) => Promise<MatchAnswers>
