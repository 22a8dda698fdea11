/** Diagnoses a request that is authenticated by a control (§5.1). */
import { secretTokens } from '#shared/inspector/control/secret-tokens.ts'
import { secretToken } from '#shared/gateway/signing/control.ts'
import type { Cause } from '#shared/inspector/cause.ts'
import { controlMutations } from '#shared/inspector/control/mutations.ts'
import { candidateKey, renderControl, type ControlCandidate, type ControlPlan } from '#shared/inspector/control/plan.ts'
import { rightControlPlan } from '#shared/inspector/control/right-plan.ts'
import { controlSides, controlTextSides, maskControlValue } from '#shared/inspector/control/sides.ts'
import type { GivenRequest } from '#shared/inspector/given.ts'
import { hiddenValues } from '#shared/inspector/pasted-values.ts'
import { protocolCause } from '#shared/inspector/protocol-causes.ts'
import type { Sides } from '#shared/inspector/sides.ts'
import { pairAttempts, singleAttempts } from '#shared/inspector/try-mutations.ts'
import type { DiagnosisInput } from './diagnosis-input.ts'
import { comparedBy, explained, unexplained, type PartialDiagnosis } from './partial-diagnosis.ts'
import { finding, type Diagnosis } from './diagnosis.ts'
import { search, type Matcher } from './search.ts'
import { otherSecret } from './suspicion.ts'
import { unloggedBody, unpastedBody, unread } from './unread.ts'

const malformed = finding('signature-unreadable', 'The control is malformed: 40 hexadecimal digits are expected.')

/** Diagnoses by the control if there is one, otherwise by a pasted control text. */
export async function diagnoseControl(
  given: GivenRequest, input: DiagnosisInput, masked: boolean,
): Promise<PartialDiagnosis> {
  if (given.url === null && given.operation === null && !given.isCallback) {
    return unexplained([finding('request-missing', 'Add the request or the operation to the control text.')])
  }
  const plan = rightControlPlan(given, input)
  if (plan === null) {
    return unexplained([finding('operation-unknown', 'The path belongs to no operation with a control. Give the operation.')])
  }
  const expected = { controlText: plan.values.map(maskControlValue).join('') + secretToken }
  const missing = given.entryPointId === null && plan.values.some(({ part }) => part === 'entry-point')
    ? [finding('entry-point-unknown', 'The endpoint id is not in the path. Give the endpoint.')] : []
  const reported = (part: PartialDiagnosis) => ({ ...part, findings: [...part.findings, ...missing] })
  const { control, isCallback, pasted: { controlText } } = given
  // The control of a callback is the gateway's: a text pasted with it was hashed by somebody who checked it.
  if (controlText !== null && (masked || isCallback || control === null || control === '')) {
    const part = await searched(plan, textMatcher(controlText), expected, { given, input, source: 'given' })
    return reported(part.verdict !== 'unexplained' ? part
      : { ...part, sides: controlTextSides(controlText, plan, hiddenValues(given, input.switches)) })
  }
  if (masked) return reported(unexplained([], expected))
  const unreadControl = control !== null || isCallback ? null
    : unpastedBody(given) ?? unread('control', input.text, given) ?? unloggedBody(given)
  if (unreadControl !== null) return reported(unexplained([unreadControl], expected))
  if (control === null || control === '') {
    return reported(isCallback ? unexplained([], expected) : explained([protocolCause('control-not-sent')], [], expected, 0))
  }
  const { matchControl } = input
  if (matchControl === null) {
    return reported(unexplained([finding('secret-missing', 'The control secret is needed to check a control.')], expected))
  }
  if (await matchControl(control, []) === null) {
    return reported(unexplained([malformed], expected))
  }
  const matcher: Matcher<ControlCandidate> = async (candidates) => await matchControl(control, candidates) ?? []
  const part = await searched(plan, matcher, expected, { given, input, source: 'proven' })
  if (part.verdict === 'unexplained' && !/^[\da-f]{40}$/i.test(control.trim())) {
    return reported({ ...part, findings: [...part.findings, malformed] })
  }
  // SECURITY: a callback with a wrong control may be forged; it is never reported as correct apart from the secret.
  const isLeft = part.verdict === 'unexplained' && !isCallback && missing.length === 0
  return reported(isLeft ? { ...part, suspicion: otherSecret(plan, input.profileLogin ?? null) } : part)
}

async function searched(
  plan: ControlPlan, matcher: Matcher<ControlCandidate>, expected: Diagnosis['expected'],
  { given, input, source }: { given: GivenRequest; input: DiagnosisInput; source: Sides['source'] },
): Promise<PartialDiagnosis> {
  const { found, tried } = await search(
    singleAttempts(plan, controlMutations, renderControl, candidateKey),
    pairAttempts(plan, controlMutations, renderControl, candidateKey), matcher, input,
  )
  const compared = comparedBy(source)
  if (found === null) return { ...unexplained([], expected, tried), compared }
  const same = candidateKey(found.rendered) === candidateKey(renderControl(plan))
  const sides = same ? null : controlSides(found.plan, plan, source, hiddenValues(given, input.switches))
  const [causes, alsoPossible] = [withoutImplied(found.causes), withoutImplied(found.alsoPossible)]
  return { ...explained(causes, alsoPossible, expected, tried, sides), compared }
}

/** In an HMAC the secret is the key, so its absence from the text is not a mistake. */
function withoutImplied(causes: readonly Cause[]): readonly Cause[] {
  const isHmac = causes.some(({ id }) => id === 'hmac-for-sha-1')
  return isHmac ? causes.filter(({ id }) => id !== 'secret-missing') : causes
}

/** Matches a text with a token in place of the secret, or with nothing. */
function textMatcher(text: string): Matcher<ControlCandidate> {
  return async (candidates) => candidates.map(({ before, after, shape }) =>
    (shape === null ? [''] : secretTokens).some((secret) => before + secret + after === text) ? [] : null)
}
