import { vi } from 'vitest'
import type { EntryId, Masked, MerchantOrderId, OrderId, ProfileId } from '#shared/brands.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { ThreeDSecureLook, ThreeDSecureStep, ThreeDSecureVisit } from '#shared/model/payments/three-d-secure.ts'
import { success } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import ThreeDSecurePanel from '../../../renderer/features/three-d-secure/ThreeDSecurePanel.vue'
import { anAnswer, aStatus } from '../screen-support/data.ts'
import { done, fakeMain } from '../support/bridge.ts'
import { aList, aProfile } from '../support/data.ts'
import { flushPromises, show } from '../support/mount.ts'

export const order = {
  profileId: 'profile-1' as ProfileId, entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' },
  orderId: '6768788' as OrderId, merchantOrderId: 'inv4097763' as MerchantOrderId,
} as const

export const method: ThreeDSecureStep = {
  kind: 'method', transactionId: 'trans-1', host: 'acs.issuer.example', hasPage: true,
}
export const challenge: ThreeDSecureStep = {
  kind: 'challenge', host: 'acs.issuer.example', challengeRequest: 'eyJ0aHJl...' as Masked,
}
export const authentication: ThreeDSecureStep = {
  kind: 'authentication', host: 'acs.issuer.example', authenticationRequest: 'eJxVUtt...' as Masked,
  merchantData: 'bWQtMTIz...' as Masked,
}

const uploads = {
  method: 'upload-method-url-result', challenge: 'upload-cres-result', authentication: 'upload-pares-result',
} as const

/** A status check of an order at this step; null if the status could not be read. */
export function aLook(step: ThreeDSecureStep | null, changes: Partial<ThreeDSecureLook> = {}): ThreeDSecureLook {
  const status = step?.kind === 'final' ? step.status : 'processing'
  return {
    answer: step === null ? anAnswer({}, { outcome: { kind: 'unknown', fault: 'answer-timeout' }, reply: null }) : aStatus(status),
    step,
    sends: step !== null && step.kind in uploads ? uploads[step.kind as keyof typeof uploads] : null,
    redirectTo: null,
    ...changes,
  }
}

/** The gateway's reply to an upload. */
export function anUpload(outcome: Answer['outcome'] = { kind: 'accepted', status: 'processing', final: false }): Answer {
  return anAnswer({ type: 'async-response' }, {
    operation: 'upload-cres-result', entryId: 'entry-9' as EntryId, money: 'under-way', outcome,
  })
}

/** The end of a visit; without an upload unless one is given. */
export function aVisit(end: ThreeDSecureVisit['end'], changes: Partial<ThreeDSecureVisit> = {}): ThreeDSecureVisit {
  return { end, upload: null, uploadFailure: null, ...changes }
}

type Answers = Parameters<typeof fakeMain>[0]

/** Shows the workbench; main returns the order at these steps, one per status check, then always the last one. */
export async function openWorkbench(
  looks: readonly ThreeDSecureLook[], answers: Answers = {}, environment: Environment = 'staging',
) {
  const left = [...looks]
  const main = fakeMain({
    'profiles.list': () => success(aList(aProfile({ environment }))),
    'threeDSecure.look': () => success(left.length > 1 ? left.shift()! : left[0]!),
    'threeDSecure.endVisit': done,
    'app.copy': done,
    ...answers,
  })
  const onChanged = vi.fn()
  const shown = show(ThreeDSecurePanel, { props: { order, environment, onChanged } })
  await useSession().loadProfiles()
  await flushPromises()
  return { ...main, ...shown, changes: () => onChanged.mock.calls.length }
}

/** The text about the order's current step. */
export const here = (): string => document.querySelector('[aria-current="step"]')?.textContent.replace(/\s+/g, ' ').trim() ?? ''
