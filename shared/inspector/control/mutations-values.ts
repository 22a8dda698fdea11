import { percentEncode } from '../../gateway/encoding/percent.ts'
import { code, type Mutation } from '../cause.ts'
import {
  bodyEncodedTwice, emptyAsWord, lettersComposed, lettersDecomposed, plusSentUnencoded, valuesHtmlEscaped,
  type Spelling,
} from '../spellings.ts'
import type { ControlPlan, ControlValue } from './plan.ts'

const values = (change: (values: readonly ControlValue[], plan: ControlPlan) => readonly (readonly ControlValue[])[]) =>
  (plan: ControlPlan): ControlPlan[] => change(plan.values, plan).map((changed) => ({ ...plan, values: changed }))
const each = (change: (value: string, part: ControlValue) => string) => values((given) => {
  const all = given.map((one) => ({ ...one, value: change(one.value, one) }))
  const single = given.map((_, index) => given.map((one, place) => place === index ? all[place] ?? one : one))
  return [all, ...single]
})
const entryPointPart = (value: string): ControlValue =>
  ({ part: 'entry-point', label: 'Endpoint or group id', value, sent: value })
const dropping = (part: ControlValue['part']) => values((given) =>
  given.some((one) => one.part === part) ? [given.filter((one) => one.part !== part)] : [])

const spelled = ({ changes, ...cause }: Spelling, group: string): Mutation<ControlPlan> =>
  ({ ...cause, group, apply: (plan) => changes.flatMap((change) => each(change)(plan)) })

const mostPermuted = 6

/** Wrong values, or correct values in a wrong order (§5.1, addendum 4). */
export const valueMutations: readonly Mutation<ControlPlan>[] = [
  {
    id: 'endpoint-missing', group: 'entry-point',
    explanation: 'The endpoint or group id is missing at the beginning of the control text.',
    fix: 'Begin the text with the endpoint id (or group id) that is in the URL.',
    apply: dropping('entry-point'),
  },
  {
    id: 'endpoint-added', group: 'entry-point',
    explanation: 'An endpoint or group id is in the control text of an operation that has none there.',
    fix: 'Leave the endpoint id out of this operation\'s control text.',
    apply: values((given, { facts }) => given.some((one) => one.part === 'entry-point') ? [] : [
      [entryPointPart(facts.entryPointId), ...given], [...given, entryPointPart(facts.entryPointId)],
    ]),
  },
  {
    id: 'group-for-endpoint', group: 'entry-point',
    explanation: 'Another endpoint or group id is in the control text than in the URL.',
    fix: 'Use the id that is in the URL: the group id when a group is called, else the endpoint id.',
    apply: values((given, { facts }) => facts.otherEntryPoints.flatMap((id) => [id, `group/${id}`])
      .concat(`group/${facts.entryPointId}`)
      .map((id) => given.map((one) => one.part === 'entry-point' ? { ...one, value: id } : one))),
  },
  {
    id: 'values-in-other-order', group: 'order',
    explanation: 'The right values were put together in another order.',
    fix: 'Put the values together in the order of the interface document, the secret last.',
    apply: values((given) => given.length > mostPermuted ? [[...given].reverse()] : permutations(given)),
  },
  {
    // A space between the last value and the secret belongs to the secret, unless the value was sent with it.
    id: 'spaces-kept', group: 'spaces', dependsOnOthers: true,
    explanation: 'Spaces or line ends at an end of a value were signed; the gateway drops them.',
    fix: 'Trim every value first, then sign the trimmed text and send it.',
    apply: (plan) => {
      const kept = values((given) => [given.map((one) => ({ ...one, value: one.sent }))])(plan)
      const padded = ['\n', ' ', '\r\n', '\t'].flatMap((space) => values((given) => given.flatMap((_, index) => [
        ...(space === ' ' && index === given.length - 1 && plan.secretPlace === 'last' ? []
          : [given.map((one, place) => place === index ? { ...one, value: one.value + space } : one)]),
        ...(space === ' ' ? [given.map((one, place) => place === index ? { ...one, value: space + one.value } : one)] : []),
      ]))(plan))
      return [...kept, ...padded]
    },
  },
  {
    id: 'separators-put-in', group: 'separator',
    explanation: 'Something is between the values of the control text.',
    fix: 'Join the values without anything between them.',
    apply: (plan) => ['&', ',', ';', ':', '|', '-', '.', ' ', '+', '/', '_', '\n', '\r\n', '\t', '#', ', ', '||', '::']
      .flatMap((separator) => [
        { ...plan, separator, separatorBeforeSecret: true }, { ...plan, separator, separatorBeforeSecret: false },
      ]),
  },
  {
    id: 'login-case', group: 'login',
    explanation: 'The login was signed with different capitals than it was sent with.',
    fix: 'Sign the login exactly as provided, and send the same.',
    apply: (plan) => [(text: string) => text.toLowerCase(), (text: string) => text.toUpperCase(),
      (text: string) => text.charAt(0).toUpperCase() + text.slice(1)].flatMap((change) => values((given) =>
      [given.map((one) => one.part === 'login' ? { ...one, value: change(one.value) } : one)])(plan)),
  },
  {
    id: 'login-missing', group: 'login',
    explanation: 'The login is missing from the control text.',
    fix: 'Put the login in its position.',
    apply: dropping('login'),
  },
  {
    id: 'email-missing', group: 'email',
    explanation: 'The e-mail address is missing from the control text although it was sent.',
    fix: 'Put the e-mail address after the amount, as it is sent.',
    apply: dropping('email'),
  },
  {
    id: 'value-missing', group: 'missing',
    explanation: 'One of the values is missing from the control text, or was empty when it was signed.',
    fix: 'Put every value of the order in; fill all of them in before signing.',
    apply: values((given) => given.flatMap((one, index) =>
      one.part === 'entry-point' || one.part === 'login' || one.part === 'email' || one.part === 'currency'
        ? [] : [given.filter((_, place) => place !== index)])),
  },
  {
    id: 'fields-of-another-operation', group: 'recipe',
    explanation: 'The control text was put together by the rule of another operation.',
    fix: 'Each operation has an order of its own: use the one of the operation that is called.',
    apply: (plan) => plan.facts.otherRecipes.map(({ values: other }) => ({ ...plan, values: other })),
  },
  {
    id: 'value-added', group: 'order',
    explanation: 'A value that does not belong there is in the control text.',
    fix: 'Put only the values of the interface document together.',
    apply: values((given, { facts }) => facts.sent
      .filter((one) => one.value !== '' && !given.some(({ part }) => part === one.part))
      .flatMap((one) => Array.from({ length: given.length + 1 }, (_, at) =>
        [...given.slice(0, at), one, ...given.slice(at)]))),
  },
  {
    id: 'whole-body-signed', group: 'recipe',
    explanation: 'All fields of the request were signed.',
    fix: 'Sign only the values of the interface document, in its order.',
    apply: values((_, { facts }) => [
      facts.sent, [...facts.sent].sort((one, other) => one.label < other.label ? -1 : 1),
    ]),
  },
  {
    id: 'values-percent-encoded', group: 'encoding',
    explanation: 'Values were percent-encoded before they were signed.',
    fix: 'Sign the values themselves; encode them only for the body.',
    apply: (plan) => [percentEncode, (text: string) => percentEncode(text).replaceAll('%20', '+'),
      (text: string) => percentEncode(text).replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())]
      .flatMap((change) => each(change)(plan)),
  },
  spelled(bodyEncodedTwice, 'encoding'), spelled(plusSentUnencoded, 'encoding'),
  spelled(emptyAsWord, 'missing'),
  spelled(valuesHtmlEscaped, 'encoding'),
  {
    id: 'values-quoted', group: 'encoding',
    explanation: 'Values were signed with quotation marks around them.',
    fix: 'Sign the values without quotation marks.',
    apply: (plan) => ['"', "'"].flatMap((mark) => each((text) => `${mark}${text}${mark}`)(plan)),
  },
  {
    id: 'id-lost-digits', group: 'digits',
    explanation: 'An id was turned into a number on the way and lost digits or leading zeros.',
    fix: 'Keep ids as text: some have more digits than a number can hold.',
    apply: each((text) => /^\d{1,30}$/.test(text) ? asFloat(text) : text),
  },
  {
    id: 'latin-1', group: 'charset',
    explanation: 'Letters outside ASCII were hashed as Latin-1 (ISO-8859-1), not as UTF-8.',
    fix: 'Hash the UTF-8 bytes of the text.',
    apply: (plan) => [{ ...plan, charset: 'latin-1' }],
  },
  {
    id: 'utf-8-twice', group: 'charset',
    explanation: 'Letters outside ASCII were turned into UTF-8 twice.',
    fix: 'Hash the UTF-8 bytes of the text; it was UTF-8 already.',
    apply: (plan) => [{ ...plan, charset: 'utf-8-twice' }],
  },
  {
    id: 'letters-lost', group: 'charset',
    explanation: 'Letters outside ASCII were replaced with "?" before hashing.',
    fix: 'Use UTF-8 all the way to the hash.',
    apply: (plan) => [{ ...plan, charset: 'question-marks' }],
  },
  spelled(lettersComposed, 'form'), spelled(lettersDecomposed, 'form'),
  {
    id: 'utf-16', group: 'charset',
    explanation: 'The text was hashed as UTF-16, two bytes a letter, not as UTF-8.',
    fix: 'Hash the UTF-8 bytes of the text: in SQL Server of a VARCHAR, not of an NVARCHAR.',
    ...code({ csharp: 'Encoding.UTF8.GetBytes(text) // not Encoding.Unicode' }),
    apply: (plan) => [{ ...plan, charset: 'utf-16' }],
  },
  {
    id: 'letter-case-changed', group: 'case',
    explanation: 'Capital and small letters of a value were changed before it was signed.',
    fix: 'Sign each value letter by letter as it is sent.',
    apply: (plan) => [(text: string) => text.toLowerCase(), (text: string) => text.toUpperCase()].flatMap((change) =>
      each((text, one) => one.part === 'login' || one.part === 'currency' ? text : change(text))(plan)),
  },
  {
    // A space at the end belongs to the secret if that is last.
    id: 'line-end-at-end', group: 'end', dependsOnOthers: true,
    explanation: 'A line end or space is after the text that was hashed.',
    fix: 'Hash the text without a line end: "echo" adds one, "printf %s" does not.',
    apply: (plan) => ['\n', '\r\n', ...(plan.secretPlace === 'last' ? [] : [' '])].map((after) => ({ ...plan, after })),
  },
  {
    id: 'byte-order-mark', group: 'start',
    explanation: 'A byte order mark (U+FEFF) is before the text that was hashed.',
    fix: 'Write the text as UTF-8 without a byte order mark.',
    apply: (plan) => [{ ...plan, before: '\ufeff' }],
  },
]

function asFloat(digits: string): string {
  // Deliberately makes the floating-point mistake.
  return String(Number.parseFloat(digits))
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.filter((_, place) => place !== index)).map((rest) => [item, ...rest]))
}
