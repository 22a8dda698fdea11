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
/** Most characters of an issuer's answer that are read; real answers are far shorter. */
export const longestAnswer = 262_144

/** How the visit ended, and the result to upload; null for no upload. */
export interface VisitResult {
  readonly end: ThreeDSecureVisit['end']
  readonly result: string | null
}

/**
 * Visits the issuer for a step. The result after the method is Y if it ended (a post, or a loaded page), N if it could
 * not be loaded or took too long, U if there is none (addendum 12). After other steps it is the issuer's answer.
 * If a person closes the window, nothing is uploaded. Closing means "not now": the order keeps waiting and may be
 * visited again, while an N is final.
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

/** SECURITY: only the expected one of the posted fields is used. */
function answerOf(moment: UploadMoment, end: IssuerVisitEnd): string | null {
  return end.kind === 'posted' ? firstValue(end.fields, answerField(moment)) ?? '' : null
}
