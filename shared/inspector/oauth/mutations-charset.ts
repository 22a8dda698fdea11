import { code, type Mutation } from '../cause.ts'
import type { Charset } from '../encoding.ts'
import { lettersComposed, lettersDecomposed } from '../spellings.ts'
import { spelled } from './mutations-values.ts'
import type { BaseStringPlan } from './plan.ts'

const charset = (name: Charset) => (plan: BaseStringPlan): BaseStringPlan[] =>
  [{ ...plan, inner: { ...plan.inner, charset: name } }]

/** Characters turned into the wrong bytes (§5.2: UTF-8). */
export const charsetMutations: readonly Mutation<BaseStringPlan>[] = [
  {
    id: 'latin-1', group: 'charset',
    explanation: 'Letters outside ASCII were encoded as Latin-1 (ISO-8859-1), not as UTF-8.',
    fix: 'Encode text as UTF-8 before percent-encoding: "é" is %C3%A9.',
    ...code({
      java: 'URLEncoder.encode(text, StandardCharsets.UTF_8)', csharp: 'Encoding.UTF8.GetBytes(text)',
      php: "mb_convert_encoding($text, 'UTF-8', 'ISO-8859-1')", python: "text.encode('utf-8')",
    }),
    apply: charset('latin-1'),
  },
  {
    id: 'utf-8-twice', group: 'charset',
    explanation: 'Letters outside ASCII were turned into UTF-8 twice.',
    fix: 'Convert text to UTF-8 once; it was UTF-8 already.',
    apply: charset('utf-8-twice'),
  },
  {
    id: 'letters-lost', group: 'charset',
    explanation: 'Letters outside ASCII were replaced with "?" before signing.',
    fix: 'Use UTF-8 all the way to the signature.',
    apply: charset('question-marks'),
  },
  spelled(lettersComposed, 'form'), spelled(lettersDecomposed, 'form'),
]
