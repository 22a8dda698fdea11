import type { Cause } from '#shared/inspector/cause.ts'
import type { Sides } from '#shared/inspector/sides.ts'
import type { Diagnosis, Finding } from './diagnosis.ts'

/** The part of a diagnosis that depends on the kind of authentication. */
export type PartialDiagnosis = Pick<Diagnosis, 'verdict' | 'compared' | 'causes' | 'suspicion' | 'alsoPossible' | 'expected' | 'sides' | 'tried'> & {
  readonly findings: readonly Finding[]
}

/** A result with only these findings. */
export function unexplained(
  findings: readonly Finding[], expected: Diagnosis['expected'] = null, tried = 0, sides: Sides | null = null,
): PartialDiagnosis {
  return { verdict: 'unexplained', compared: null, causes: [], suspicion: null, alsoPossible: [], expected, sides, findings, tried }
}

/** The verdict for the causes that were found. */
export function explained(
  causes: readonly Cause[], alsoPossible: readonly Cause[], expected: Diagnosis['expected'], tried: number,
  sides: Sides | null = null,
): PartialDiagnosis {
  const verdict = causes.length === 0 ? 'valid' : 'explained'
  return { verdict, compared: null, causes, suspicion: null, alsoPossible, expected, sides, findings: [], tried }
}

/** Whether a signed text was pasted, or proven by the signature. */
export function comparedBy(source: Sides['source']): 'text' | 'signature' {
  return source === 'given' ? 'text' : 'signature'
}
