/**
 * Finds out why a request was refused: parses the pasted text, rebuilds it, and compares it with every known mistake.
 */
import type { Masked } from '#shared/brands.ts'
import { builtFromMasked, maskFreeText } from '#shared/gateway/requests/masking.ts'
import { correctedRequest } from '#shared/inspector/corrected-request.ts'
import type { Cause } from '#shared/inspector/cause.ts'
import { correctedCurl } from '#shared/inspector/corrected.ts'
import { readGiven, type GivenRequest } from '#shared/inspector/given.ts'
import { maskedNames } from '#shared/inspector/masked-values.ts'
import { protocolBreaks } from '#shared/inspector/protocol-causes.ts'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'
import { diagnoseControl } from './diagnose-control.ts'
import { diagnoseOAuth } from './diagnose-oauth.ts'
import { otherEntryPoint, otherFindings, otherLogin } from './beside.ts'
import { finding, type Diagnosis } from './diagnosis.ts'
import type { DiagnosisInput } from './diagnosis-input.ts'
import { unexplained, type PartialDiagnosis } from './partial-diagnosis.ts'
import { testVector } from './test-vector.ts'

const longestId = 64

/** Diagnoses a pasted text. Never throws for any text, and never returns an unmasked value. */
export async function diagnose(input: DiagnosisInput): Promise<Diagnosis> {
  const pasted = readPasted(input.text)
  if (pasted === null) {
    return {
      ...unexplained([finding('nothing-recognised', 'No request was recognised in the text.')]),
      recognised: { form: null, authentication: null, operation: null, entryPoint: null },
      corrected: null, vector: null,
    }
  }
  const given = readGiven(pasted, input.hints, input.switches)
  const recognised = {
    form: pasted.form, authentication: given.authentication,
    operation: given.operation?.id ?? null,
    entryPoint: given.entryPointId === null ? null : maskedId(given.entryPointId),
  }
  const endpointCurrency = input.endpointCurrency ?? input.currencies?.[given.entryPointId ?? ''] ?? null
  const breaks = protocolBreaks(given, input.switches)
  const part = withBreaks(breaks, given, await examined(given, { ...input, endpointCurrency }))
  const right = part.verdict === 'explained' ? correctedRequest(given, input.switches) : null
  return {
    ...part, recognised,
    corrected: right === null ? null : correctedCurl(right, input.switches),
    vector: right === null ? null : testVector(right, { ...input, endpointCurrency }),
  }
}

/** SECURITY: an id is any text that the path contained. */
function maskedId(id: string): Masked {
  return builtFromMasked(maskFreeText(id).slice(0, longestId))
}

async function examined(given: GivenRequest, input: DiagnosisInput): Promise<PartialDiagnosis> {
  const general = await otherFindings(given, input)
  // SECURITY: masked values are not guessed.
  const masked = maskedNames(given, input.switches)
  const part = given.authentication === 'oauth'
    ? await diagnoseOAuth(given, input, masked.length > 0)
    : given.authentication === 'control' ? await diagnoseControl(given, input, masked.length > 0)
      : unexplained([finding('operation-unknown', 'The request contains neither a control nor an OAuth signature.')])
  const textFitted = part.compared === 'text' && part.verdict !== 'unexplained'
  const refused = masked.length === 0 || textFitted ? []
    : [finding('masked-values', `Masked values are not guessed: ${masked.join(', ')}. Paste the request as it was sent.`)]
  const others = [...otherLogin(given, input, part), ...otherEntryPoint(given, input, part)]
  return { ...part, findings: [...refused, ...general, ...others, ...part.findings] }
}

/** Adds reasons for which the gateway refuses in any case; the causes that were found before come first. */
function withBreaks(all: readonly Cause[], given: GivenRequest, part: PartialDiagnosis): PartialDiagnosis {
  // If no OAuth parameter could be read, they are not reported as missing.
  const areUnread = given.oauth.length === 0 && part.findings.some(({ id }) => id === 'signature-unreadable')
  const breaks = all.filter(({ id }) => !(areUnread && id === 'oauth-parameter-not-sent'))
  if (breaks.length === 0) return part
  const known = new Set(breaks.map(({ id }) => id))
  return { ...part, verdict: 'explained', suspicion: null, causes: [...part.causes.filter(({ id }) => !known.has(id)), ...breaks] }
}
