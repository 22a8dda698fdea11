import { computed, reactive, ref, shallowRef, watch } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import type { ThreeDSecureLook, ThreeDSecureVisit } from '#shared/model/payments/three-d-secure.ts'
import { api } from '../../app/api.ts'
import { replyValue } from '../shared/answer/reply-values.ts'
import type { SplitValues } from '../shared/form/field-form.ts'
import { waitsForUpload, type AnsweredStep, type StepKind } from './track.ts'

/** The fields of a status reply that describe the step (§3). */
const stepFields = ['status', 'order-stage', 'tds-status'] as const

/** The result of the last step: with the issuer's page, or by hand (without a visit). */
export interface StepReport {
  readonly end: ThreeDSecureVisit['end'] | null
  readonly upload: Answer | null
  readonly failure: Failure | null
  /** The step that was carried out. */
  readonly step: AnsweredStep
}

/**
 * Follows one order through the steps of §3: requests its status, and continues it by a visit to the issuer's page or
 * by hand. Calls `changed` after every status request except the first, and after every step.
 */
export function useThreeDSecure(order: () => OrderKey, changed: () => void) {
  const look = shallowRef<ThreeDSecureLook | null>(null)
  const lookFailure = shallowRef<Failure | null>(null)
  const looking = ref(false)
  const seen = reactive(new Set<StepKind>())
  /** The step whose page is open in the issuer's window, or null. */
  const visiting = ref<AnsweredStep | null>(null)
  const sending = ref(false)
  const report = shallowRef<StepReport | null>(null)
  /** Why a step was not carried out; null after the order's status was read again. */
  const failure = shallowRef<Failure | null>(null)
  /** True if the reply to an upload was lost: no step is offered until the status was read. */
  const uncertain = ref(false)
  let round = 0

  const step = computed(() => look.value?.step ?? null)
  /** The step that may be carried out now; null while nothing may be sent. */
  const next = computed(() => {
    const mayBeSent = !uncertain.value && look.value?.sends != null
    return mayBeSent && waitsForUpload(step.value) ? step.value : null
  })
  const busy = computed(() => looking.value || sending.value || visiting.value !== null)

  watch(() => JSON.stringify(order()), () => {
    round += 1
    look.value = null
    seen.clear()
    visiting.value = null
    sending.value = false
    forgetStep()
    void readStatus(false)
  }, { immediate: true })

  function forgetStep(): void {
    report.value = null
    failure.value = null
    uncertain.value = false
  }

  async function readStatus(emitsChange: boolean): Promise<void> {
    const mine = round
    looking.value = true
    lookFailure.value = null
    const answer = await api.call('threeDSecure.look', order())
    if (mine !== round) return
    looking.value = false
    if (!answer.ok) {
      lookFailure.value = answer.failure
      return
    }
    look.value = answer.value
    if (answer.value.step !== null) {
      seen.add(answer.value.step.kind)
      uncertain.value = false
      failure.value = null
    }
    if (emitsChange) changed()
  }

  async function lookAgain(): Promise<void> {
    if (!busy.value) await readStatus(true)
  }

  /** Compares a status that the parent page received. If it shows another step, requests the status here too. */
  async function takeReported(reported: Answer): Promise<void> {
    if (look.value === null || busy.value || lookFailure.value !== null) return
    const known = look.value.answer
    const isChanged = stepFields.some((name) => replyValue(reported, name) !== replyValue(known, name))
    if (isChanged && reported.at > known.at) await readStatus(false)
  }

  /** Opens the issuer's page. Returns a failure about fields, which the forms show; any other is in `failure`. */
  async function visit(values: CallInput<'threeDSecure.visit'>['values']): Promise<Failure | null> {
    const now = next.value
    if (now === null || busy.value) return null
    const mine = round
    forgetStep()
    visiting.value = now.kind
    const answer = await api.call('threeDSecure.visit', { ...order(), values })
    if (mine !== round) return null
    visiting.value = null
    if (!answer.ok) return refuse(answer.failure)
    const { end, upload, uploadFailure } = answer.value
    await finish({ end, upload, failure: uploadFailure, step: now.kind })
    return null
  }

  /** Sends the upload with the values of the form. Returns a failure about fields, like `visit`. */
  async function sendByHand(values: SplitValues): Promise<Failure | null> {
    const operation = look.value?.sends
    const now = next.value
    if (now === null || operation == null || busy.value) return null
    const mine = round
    const { profileId, entryPoint } = order()
    forgetStep()
    sending.value = true
    const answer = await api.call('operations.perform', { profileId, entryPoint, operation, ...values })
    if (mine !== round) return null
    sending.value = false
    if (!answer.ok) return refuse(answer.failure)
    await finish({ end: null, upload: answer.value, failure: null, step: now.kind })
    return null
  }

  function refuse(why: Failure): Failure | null {
    if (why.code === 'form-invalid') return why
    failure.value = why
    // After a defect it is not known whether something was sent.
    uncertain.value = why.code === 'defect'
    return null
  }

  async function finish(done: StepReport): Promise<void> {
    report.value = done
    uncertain.value = done.upload?.outcome.kind === 'unknown' || done.failure?.code === 'defect'
    changed()
    if (!uncertain.value) await readStatus(true)
  }

  /** Closes the issuer's window, which ends the visit in progress. */
  async function endVisit(): Promise<void> {
    const answer = await api.call('threeDSecure.endVisit')
    failure.value = answer.ok ? null : answer.failure
  }

  return {
    look, lookFailure, looking, seen, visiting, sending, report, failure, uncertain, step, next, busy,
    lookAgain, takeReported, visit, sendByHand, endVisit,
  }
}
