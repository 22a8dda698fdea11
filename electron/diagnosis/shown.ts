import { maskFreeText } from '#shared/gateway/masking.ts'
import { codeLanguages, type Cause } from '#shared/inspect/cause.ts'
import type { DiagnosisAnswer, ShownCause } from '#shared/model/diagnosis.ts'
import type { Diagnosis } from './diagnosis.ts'

const mostOfDetail = 2_000
const mostOfId = 64

/**
 * A diagnosis as it leaves the thread. SECURITY: names that were pasted stand in findings, and an entry point is
 * whatever the path held: foreign text, masked before it is cut.
 */
export function shownDiagnosis(diagnosis: Diagnosis): DiagnosisAnswer {
  const { recognised, expected, findings, causes, alsoPossible, ...rest } = diagnosis
  return {
    ...rest,
    causes: causes.map(shownCause),
    alsoPossible: alsoPossible.map(shownCause),
    recognised: {
      ...recognised,
      entryPoint: recognised.entryPoint === null ? null : maskFreeText(recognised.entryPoint).slice(0, mostOfId),
    },
    // Built from masked values by its composers.
    expected: expected === null ? null : 'baseString' in expected
      ? { kind: 'base-string', text: expected.baseString } : { kind: 'control-text', text: expected.controlText },
    findings: findings.map(({ id, detail }) => ({ id, detail: maskFreeText(detail).slice(0, mostOfDetail) })),
  }
}

/** Without what only the search needs: a function can't leave the thread. */
function shownCause({ id, explanation, fix, about, code }: Cause): ShownCause {
  return {
    id, explanation, fix, about: about ?? null,
    code: codeLanguages.flatMap((language) => {
      const line = code?.[language]
      return line === undefined ? [] : [{ language, line }]
    }),
  }
}
