/** Why a request was refused: what was pasted, read, built anew, and compared with every mistake that is known. */
import { createHash } from 'node:crypto'
import type { Masked } from '#shared/brands.ts'
import { builtFromMasked, maskFreeText } from '#shared/gateway/masking.ts'
import type { Cause } from '#shared/inspect/cause.ts'
import { correctedCurl } from '#shared/inspect/corrected.ts'
import { readGiven, type GivenHints, type GivenRequest } from '#shared/inspect/given.ts'
import { maskedNames } from '#shared/inspect/masked-values.ts'
import { protocolBreaks } from '#shared/inspect/protocol-causes.ts'
import { readPasted } from '#shared/inspect/reading/read-pasted.ts'
import type { Sides } from '#shared/inspect/sides.ts'
import type { Switches } from '#shared/gateway/switches.ts'
import { diagnoseControl } from './diagnose-control.ts'
import { diagnoseOAuth } from './diagnose-oauth.ts'
import { besideTheProof, type Surroundings } from './beside.ts'
import { finding, type Diagnosis, type Finding } from './diagnosis.ts'
import type { MatchControl, MatchHmac } from './matchers.ts'
import { testVector } from './test-vector.ts'
import type { TriedKey } from '../common/matching/rsa-targets.ts'
import type { SearchOptions } from './search.ts'

export interface DiagnosisInput extends SearchOptions, Surroundings {
  readonly text: string
  readonly hints: GivenHints
  readonly switches: Switches
  readonly keys: readonly TriedKey[]
  /** Compares controls with the secrets, wherever those are kept; null where there is none. */
  readonly matchControl: MatchControl | null
  readonly matchHmac: MatchHmac | null
  readonly otherEntryPoints: readonly string[]
  readonly endpointCurrency: string | null
  /** Currencies by endpoint id, for where `endpointCurrency` is not given. */
  readonly currencies?: { readonly [entryPointId: string]: string }
}

/** What a part of the diagnosis finds out; the rest is the same for all. */
export type PartialDiagnosis = Pick<Diagnosis, 'verdict' | 'compared' | 'causes' | 'alsoPossible' | 'expected' | 'sides' | 'tried'> & {
  readonly findings: readonly Finding[]
}

const mostOfId = 64

/** Diagnoses a pasted text. It never throws for what was pasted, and never answers with an unmasked value. */
export async function diagnose(input: DiagnosisInput): Promise<Diagnosis> {
  const pasted = readPasted(input.text)
  if (pasted === null) {
    return {
      ...unexplained([finding('nothing-recognised', 'Nothing of a request was recognised in the text.')]),
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
  const part = withBreaks(given, await examined(given, { ...input, endpointCurrency }))
  const isWrong = part.verdict === 'explained'
  return {
    ...part, recognised,
    corrected: isWrong ? correctedCurl(given, input.switches) : null,
    vector: isWrong ? testVector(given, input) : null,
  }
}

/** SECURITY: an id is whatever the path held. */
function maskedId(id: string): Masked {
  return builtFromMasked(maskFreeText(id).slice(0, mostOfId))
}

async function examined(given: GivenRequest, input: DiagnosisInput): Promise<PartialDiagnosis> {
  const beside = await besideTheProof(given, input)
  // SECURITY: what was masked is not guessed.
  const masked = maskedNames(given, input.switches)
  const part = given.authentication === 'oauth'
    ? await diagnoseOAuth(given, input, masked.length > 0)
    : given.authentication === 'control' ? await diagnoseControl(given, input, masked.length > 0)
      : unexplained([finding('operation-unknown', 'Neither a control nor an OAuth signature is in the request.')])
  const textFitted = part.compared === 'text' && part.verdict !== 'unexplained'
  const refused = masked.length === 0 || textFitted ? []
    : [finding('masked-values', `Masked values are not guessed: ${masked.join(', ')}. Paste the request as it was sent.`)]
  return { ...part, findings: [...refused, ...beside, ...part.findings] }
}

/** What the gateway refuses in any case stands first. */
function withBreaks(given: GivenRequest, part: PartialDiagnosis): PartialDiagnosis {
  const breaks = protocolBreaks(given)
  if (breaks.length === 0) return part
  const known = new Set(breaks.map(({ id }) => id))
  return { ...part, verdict: 'explained', causes: [...part.causes.filter(({ id }) => !known.has(id)), ...breaks] }
}

/** Nothing was found out but this. */
export function unexplained(
  findings: readonly Finding[], expected: Diagnosis['expected'] = null, tried = 0, sides: Sides | null = null,
): PartialDiagnosis {
  return { verdict: 'unexplained', compared: null, causes: [], alsoPossible: [], expected, sides, findings, tried }
}

/** The verdict of what was found. */
export function explained(
  causes: readonly Cause[], alsoPossible: readonly Cause[], expected: Diagnosis['expected'], tried: number,
  sides: Sides | null = null,
): PartialDiagnosis {
  return { verdict: causes.length === 0 ? 'valid' : 'explained', compared: null, causes, alsoPossible, expected, sides, findings: [], tried }
}

/** What it means that a signed text was pasted, or found out by its digest. */
export function comparedBy(source: Sides['source']): 'text' | 'signature' {
  return source === 'given' ? 'text' : 'signature'
}

/** The digests of a body that libraries sign as `oauth_body_hash`. */
export function bodyHashes(body: string): string[] {
  return ['sha256', 'sha1'].flatMap((algorithm) => [body, ''].map((text) => createHash(algorithm).update(text).digest('base64')))
}

