import { segments, type Pair } from '../../gateway/encoding/form.ts'
import { code, type Mutation } from '../cause.ts'
import type { Charset } from '../encoding.ts'
import { lettersComposed, lettersDecomposed } from '../spellings.ts'
import { spelled } from './mutations-values.ts'
import type { BaseStringPlan } from './plan.ts'

const charset = (name: Charset) => (plan: BaseStringPlan): BaseStringPlan[] =>
  [{ ...plan, inner: { ...plan.inner, charset: name } }]

/** The plan over the letters of a body that was sent in Latin-1; none for a body in UTF-8. */
function sentAsLatin1(plan: BaseStringPlan): BaseStringPlan[] {
  if (!plan.body.some(([, value]) => value.includes('\uFFFD'))) return []
  const letters = (text: string) => text.replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const pairs = segments(plan.facts.rawBody).map((segment): Pair => {
    const [name = '', ...value] = segment.split('=')
    return [letters(name), letters(value.join('='))]
  })
  return [{ ...plan, body: pairs.filter(([name]) => !name.startsWith('oauth_')) }]
}

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
    apply: (plan) => [...charset('latin-1')(plan), ...sentAsLatin1(plan).flatMap(charset('latin-1'))],
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
