/** The step of an order in the table of §3, read from a status reply, and the forms for the issuer. */
import { base64Url } from '../encoding/base64url.ts'
import { threeDSecureSteps, type ThreeDSecureStep } from '../catalogue/entry.ts'
import type { FieldValues } from '../fields/fields.ts'
import type { Pair } from '../encoding/form.ts'
import { issuerAddress, type IssuerAddress } from './issuer-address.ts'
import { catalogue, type Operation, type OperationId } from '../operations/operations.ts'
import { isFinalStatus, waitsForCardholder } from '../replies/order-status.ts'
import type { ReplyFieldName } from '../fields/reply-fields.ts'
import { filledReplyField, type Reply } from '../replies/reply.ts'

/**
 * The address to which issuers post their answer during a visit. The window reads the post and never requests the
 * address: names under `.invalid` cannot be resolved (RFC 2606).
 */
export const notificationUrl = 'https://gateway-console.invalid/3-d-secure/answer'

/** The issuer's page: HTML from the reply, or a form to post. */
export type IssuerPage =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'post'; readonly url: string; readonly fields: readonly Pair[] }

/** SECURITY: contains payloads of the cardholder's authentication and must stay in main. */
export type ThreeDSecureMoment =
  /** The gateway requires no action. */
  | { readonly kind: 'working' }
  | {
    readonly kind: 'method'; readonly transactionId: string | null; readonly address: IssuerAddress
    readonly html: string | null
  }
  | {
    readonly kind: 'challenge'; readonly address: IssuerAddress; readonly html: string | null
    readonly challengeRequest: string
  }
  /** 3-D Secure version 1. */
  | {
    readonly kind: 'authentication'; readonly address: IssuerAddress; readonly html: string | null
    readonly authenticationRequest: string; readonly merchantData: string | null
  }
  /** Waits for the cardholder, in a step that the table does not contain. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'final'; readonly status: string }

/** A step after which an upload continues the order. */
export type UploadMoment = Extract<ThreeDSecureMoment, { readonly kind: ThreeDSecureStep }>

/**
 * Reads the step of an order (§2.9 second table, §3). A final status takes precedence; then the step that the reply
 * names, otherwise the one whose payload it contains. A named challenge or authentication without its payload is
 * `waiting`; the method step may lack its id. Null if the reply has no status. `allowsLoopback` is for sandbox
 * profiles.
 */
export function readMoment(reply: Pick<Reply, 'fields'>, allowsLoopback: boolean): ThreeDSecureMoment | null {
  const find = (name: ReplyFieldName): string | null => filledReplyField(reply, name)
  const status = find('status')
  if (status === null) return null
  if (isFinalStatus(status)) return { kind: 'final', status }
  return readStep(find, allowsLoopback)
    ?? (find('tds-status') !== null || waitsForCardholder(status, find('order-stage')) || find('redirect-to') !== null
      ? { kind: 'waiting' }
      : { kind: 'working' })
}

type Find = (name: ReplyFieldName) => string | null

function readStep(find: Find, allowsLoopback: boolean): UploadMoment | null {
  const html = find('html')
  const transactionId = find('tds-method-url-frame-3ds-server-trans-id')
  const challengeRequest = find('tds-creq-form-creq')
  const authenticationRequest = find('tds-pareq-form-pareq')
  const address = (name: ReplyFieldName): IssuerAddress => issuerAddress(find(name), allowsLoopback)
  switch (find('tds-status') ?? stepByPayload({ transactionId, challengeRequest, authenticationRequest })) {
    case 'MethodUrlFrame':
      return { kind: 'method', transactionId, address: address('tds-method-url-frame-3ds-method-url'), html }
    case 'CReqForm':
      return challengeRequest === null ? null
        : { kind: 'challenge', address: address('tds-creq-form-acs-url'), html, challengeRequest }
    case 'PaReqForm':
      return authenticationRequest === null ? null : {
        kind: 'authentication', address: address('tds-pareq-form-acs-url'), html, authenticationRequest,
        merchantData: find('tds-pareq-form-md'),
      }
    default: return null
  }
}

/** The latest step first: a reply may still contain the payload of an earlier one. */
function stepByPayload(carried: {
  readonly transactionId: string | null; readonly challengeRequest: string | null
  readonly authenticationRequest: string | null
}): string | null {
  if (carried.authenticationRequest !== null) return 'PaReqForm'
  if (carried.challengeRequest !== null) return 'CReqForm'
  return carried.transactionId === null ? null : 'MethodUrlFrame'
}

/** True for a step after which an upload continues the order. */
export function waitsForUpload(moment: ThreeDSecureMoment | null): moment is UploadMoment {
  return moment !== null && (threeDSecureSteps as readonly string[]).includes(moment.kind)
}

/** The upload for a step (§2.11). Throws if the catalogue has none. */
export function uploadAfter(step: ThreeDSecureStep): Operation {
  const found = catalogue.find((operation) => operation.kind === 'upload' && operation.step === step)
  if (found === undefined) throw new Error(`no operation leads on from ${step}`)
  return found
}

/** The id of the upload for the present step (§2.11). */
export function uploadOf(moment: UploadMoment): OperationId {
  return uploadAfter(moment.kind).id
}

/** True for a method step without a method page; `U` is then uploaded (addendum 12). */
export function hasNoMethod(moment: UploadMoment): boolean {
  return moment.kind === 'method' && moment.address.kind === 'absent' && moment.html === null
}

/**
 * The first page of the issuer's window; null if there is none or it must not be opened. The method step prefers the
 * reply's HTML, which the gateway prepared. The other steps prefer the form and use the HTML only if the reply has no
 * address. If the address is refused, so is the HTML.
 */
export function issuerPage(moment: UploadMoment): IssuerPage | null {
  const { address, html } = moment
  if (address.kind === 'refused') return null
  const page = html === null ? null : { kind: 'html' as const, html }
  if (address.kind === 'absent') return page
  const form = { kind: 'post' as const, url: address.url, fields: issuerFields(moment) }
  return moment.kind === 'method' ? page ?? form : form
}

/** The fields to post to the issuer: EMVCo's method or challenge request, or the request of version 1. */
function issuerFields(moment: UploadMoment): Pair[] {
  switch (moment.kind) {
    case 'method':
      return [['threeDSMethodData', base64Url(JSON.stringify({
        threeDSServerTransID: moment.transactionId ?? '', threeDSMethodNotificationURL: notificationUrl,
      }))]]
    case 'challenge': return [['creq', moment.challengeRequest]]
    case 'authentication':
      return [
        ['PaReq', moment.authenticationRequest], ['MD', moment.merchantData ?? ''], ['TermUrl', notificationUrl],
      ]
  }
}

/** The fields of an upload besides the ids; `result` is the completion (Y, N, U) or the issuer's answer (§2.11). */
export function uploadFields(moment: UploadMoment, result: string): FieldValues {
  switch (moment.kind) {
    case 'method':
      return { threeDSecureServerTransactionId: moment.transactionId ?? undefined, methodCompletion: result }
    case 'challenge': return { challengeResponse: result }
    case 'authentication':
      return { authenticationResponse: result, authenticationMerchantData: moment.merchantData ?? undefined }
  }
}

/** The name of the field with the issuer's answer to the step. */
export function answerField(moment: UploadMoment): string {
  switch (moment.kind) {
    case 'method': return 'threeDSMethodData'
    case 'challenge': return 'cres'
    case 'authentication': return 'PaRes'
  }
}
