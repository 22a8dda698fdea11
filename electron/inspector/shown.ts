import { codeLanguages, type Cause } from '#shared/inspector/cause.ts'
import type { DiagnosisAnswer, ShownCause } from '#shared/model/answers/diagnosis.ts'
import type { Diagnosis } from './diagnosis.ts'

/** A diagnosis in the form that leaves the thread, with the profile that it used. */
export function shownDiagnosis(diagnosis: Diagnosis, profile: DiagnosisAnswer['recognised']['profile']): DiagnosisAnswer {
  const { expected, causes, alsoPossible, recognised, ...rest } = diagnosis
  return {
    ...rest,
    recognised: { ...recognised, profile },
    causes: causes.map(shownCause),
    alsoPossible: alsoPossible.map(shownCause),
    // The composers built it from masked values.
    expected: expected === null ? null : 'baseString' in expected
      ? { kind: 'base-string', text: expected.baseString } : { kind: 'control-text', text: expected.controlText },
  }
}

/** A cause without the search's functions, which cannot leave the thread. */
function shownCause({ id, explanation, fix, about, code }: Cause): ShownCause {
  return {
    id, explanation, fix, about: about ?? null,
    code: codeLanguages.flatMap((language) => {
      const line = code?.[language]
      return line === undefined ? [] : [{ language, line }]
    }),
  }
}
