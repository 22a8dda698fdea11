/** One visit to an issuer's page, and the upload after it. */
import { firstValue } from '#shared/gateway/encoding/form.ts'
import {
  answerField, hasNoMethod, issuerPage, notificationUrl, type UploadMoment,
} from '#shared/gateway/orders/three-d-secure.ts'
import type { ThreeDSecureVisit } from '#shared/model/payments/three-d-secure.ts'
import type { IssuerPages, IssuerVisitEnd } from '../issuer-pages.ts'

/** EMVCo's time limit for the method. */
export const methodLimitMs = 10_000
/** Time for a cardholder who must find a phone, an app or a code. */
export const challengeLimitMs = 10 * 60_000
/** The most characters that are read of a foreign answer; no issuer's answer comes near it. */
export const longestAnswer = 262_144

/** How the visit ended, and the upload's result; null when nothing is to be uploaded. */
export interface VisitResult {
  readonly end: ThreeDSecureVisit['end']
  readonly result: string | null
}

/**
 * Visits the issuer for a step. After the method the result is Y when it ended (a post, or a loaded page), N when it
 * could not be loaded or did not end in time, U when there is none (addendum 12). After other steps it is the issuer's
 * answer.
 * A window that a person closed uploads nothing, whatever the step. Closing means "not now": the order keeps waiting
 * and may be visited again, while an N could not be undone.
 */
export async function visitIssuer(
  pages: IssuerPages, moment: UploadMoment, allowsLoopback: boolean,
): Promise<VisitResult> {
  if (hasNoMethod(moment)) return { end: 'not-needed', result: 'U' }
  const content = issuerPage(moment)
  const end: IssuerVisitEnd = content === null ? { kind: 'not-loaded' } : await pages.visit({
    content,
    allowsLoopback,
    notificationUrl,
    answerField: answerField(moment),
    endsWhenLoaded: moment.kind === 'method',
    limitMs: moment.kind === 'method' ? methodLimitMs : challengeLimitMs,
  })
  return { end: end.kind, result: moment.kind === 'method' ? completionOf(end) : answerOf(moment, end) }
}

function completionOf(end: IssuerVisitEnd): 'Y' | 'N' | null {
  switch (end.kind) {
    case 'posted':
    case 'loaded':
      return 'Y'
    case 'timed-out':
    case 'not-loaded':
      return 'N'
    case 'closed': return null
  }
}

/** SECURITY: of all posted fields only the expected one is used. */
function answerOf(moment: UploadMoment, end: IssuerVisitEnd): string | null {
  return end.kind === 'posted' ? firstValue(end.fields, answerField(moment)) ?? '' : null
}
