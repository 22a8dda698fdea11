import { code, type Mutation } from '../cause.ts'
import type { Encoding } from '../encoding.ts'
import type { BaseStringPlan } from './plan.ts'

const inner = (change: Partial<Encoding>) => (plan: BaseStringPlan): BaseStringPlan[] =>
  [{ ...plan, inner: { ...plan.inner, ...change } }]
const everywhere = (change: Partial<Encoding>) => (plan: BaseStringPlan): BaseStringPlan[] => [{
  ...plan, inner: { ...plan.inner, ...change },
  outerParameters: { ...plan.outerParameters, ...change }, outerUrl: { ...plan.outerUrl, ...change },
}]
const several = (...ways: ((plan: BaseStringPlan) => BaseStringPlan[])[]) => (plan: BaseStringPlan) =>
  ways.flatMap((way) => way(plan))

const rightLines = code({
  javascript: "encodeURIComponent(text).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase())",
  php: 'rawurlencode($text)',
  python: "urllib.parse.quote(text, safe='~')",
  java: 'URLEncoder.encode(text, UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~")',
  csharp: 'Uri.EscapeDataString(text)',
})

/** Percent-encoding done wrongly (§5.2 rule 2, addendum 5). */
export const encodingMutations: readonly Mutation<BaseStringPlan>[] = [
  {
    id: 'space-as-plus', group: 'space',
    explanation: 'Spaces were encoded as "+" in the signed text.',
    fix: 'Encode a space as %20 before signing: the form encoding of most languages writes "+".',
    ...rightLines,
    apply: several(inner({ space: '+' }), everywhere({ space: '+' })),
  },
  {
    id: 'plus-for-space-encoded', group: 'space',
    explanation: 'A space that was written as "+" was taken for a plus sign: "%2B" is in the signed text where "%20" belongs.',
    fix: 'Sign the value itself, not its form-encoded text, and encode a space as %20.',
    ...rightLines,
    apply: inner({ space: '%2B' }),
  },
  {
    id: 'form-encoding', group: 'reserved',
    explanation: 'The values were encoded as a web form encodes them: "+" for a space, "*" left (by .NET also ! and brackets), "~" encoded.',
    fix: 'Use the encoding of RFC 3986 for the text that is signed; the form encoding is another one.',
    ...rightLines,
    // As URLEncoder of Java does, then UrlEncode of .NET.
    apply: several(...['*', '!*()'].flatMap((left) =>
      [inner({ space: '+', left, over: '~' }), everywhere({ space: '+', left, over: '~' })])),
  },
  {
    id: 'values-not-encoded', group: 'times',
    explanation: 'The values were not percent-encoded before they were joined; only the joined text was.',
    fix: 'Encode each name and value, sort, join with "=" and "&", then encode the joined text once more.',
    ...rightLines,
    apply: inner({ times: 0 }),
  },
  {
    id: 'values-encoded-twice', group: 'times',
    explanation: 'The values were percent-encoded twice before they were joined.',
    fix: 'Encode each value once. A library that is given values which are encoded already encodes them again.',
    apply: inner({ times: 2 }),
  },
  {
    id: 'parameters-not-encoded', group: 'outer',
    explanation: 'The joined parameters were put into the base string without being encoded as a whole.',
    fix: 'Percent-encode the joined parameter string as a whole: its "=" becomes %3D, its "&" becomes %26.',
    apply: (plan) => [{ ...plan, outerParameters: { ...plan.outerParameters, times: 0 } }],
  },
  {
    id: 'parameters-encoded-twice', group: 'outer',
    explanation: 'The joined parameters were encoded twice as a whole.',
    fix: 'Percent-encode the joined parameter string once.',
    apply: (plan) => [{ ...plan, outerParameters: { ...plan.outerParameters, times: 2 } }],
  },
  {
    id: 'url-not-encoded', group: 'outer-url',
    explanation: 'The URL was put into the base string without percent-encoding.',
    fix: 'Percent-encode the URL: "https://" becomes "https%3A%2F%2F".',
    apply: (plan) => [{ ...plan, outerUrl: { ...plan.outerUrl, times: 0 } }],
  },
  {
    id: 'url-encoded-twice', group: 'outer-url',
    explanation: 'The URL was percent-encoded twice.',
    fix: 'Percent-encode the URL once.',
    apply: (plan) => [{ ...plan, outerUrl: { ...plan.outerUrl, times: 2 } }],
  },
  {
    id: 'nothing-encoded', group: 'outer',
    explanation: 'Nothing of the base string was percent-encoded.',
    fix: 'Encode each name and value, then URL and joined parameters, each as a whole.',
    apply: (plan) => [{
      ...plan, inner: { ...plan.inner, times: 0 }, outerUrl: { ...plan.outerUrl, times: 0 },
      outerParameters: { ...plan.outerParameters, times: 0 },
    }, {
      ...plan, outerUrl: { ...plan.outerUrl, times: 0 }, outerParameters: { ...plan.outerParameters, times: 0 },
    }],
  },
  {
    id: 'lower-case-hex', group: 'hex',
    explanation: 'The hexadecimal digits of the percent-encoding are lower-case.',
    fix: 'Write upper-case digits: %2F, not %2f.',
    ...code({
      csharp: 'Uri.EscapeDataString(text) // HttpUtility.UrlEncode writes lower case',
      java: 'URLEncoder.encode(text, UTF_8) // writes upper case',
    }),
    apply: several(everywhere({ lowerCaseHex: true }), inner({ lowerCaseHex: true }), (plan) => [{
      ...plan, outerParameters: { ...plan.outerParameters, lowerCaseHex: true },
      outerUrl: { ...plan.outerUrl, lowerCaseHex: true },
    }]),
  },
  {
    id: 'reserved-left-as-javascript-does', group: 'reserved',
    explanation: 'The characters ! \' ( ) * were left unencoded, as encodeURIComponent does.',
    fix: 'Encode these five characters too.',
    ...rightLines,
    apply: several(inner({ left: "!'()*" }), everywhere({ left: "!'()*" })),
  },
  {
    id: 'reserved-left', group: 'reserved',
    explanation: 'Some characters that must be percent-encoded were left as they are.',
    fix: 'Encode every character but A-Z a-z 0-9 - . _ ~',
    ...rightLines,
    apply: several(...['!', '*', "'", '(', ')', '()', "!'()", '*()', "!*'()$,", '@', ',', ':', ';', '+', ',:@', ':/', '@:!$,/?;', ';/?:@&=+$,', '$&+:=@', '|', '[]', '{}', '"']
      .flatMap((left) => [inner({ left }), everywhere({ left })])),
  },
  {
    id: 'slash-left', group: 'reserved',
    explanation: 'The slash was left unencoded, as some encoders do by default.',
    fix: 'Encode "/" as %2F in values.',
    ...code({ python: "urllib.parse.quote(text, safe='~')", php: 'rawurlencode($text)' }),
    apply: several(inner({ left: '/' }), everywhere({ left: '/' })),
  },
  {
    id: 'tilde-encoded', group: 'over',
    explanation: 'The tilde was encoded as %7E.',
    fix: 'Leave "~" as it is: it is unreserved in RFC 3986.',
    ...rightLines,
    apply: several(inner({ over: '~' }), everywhere({ over: '~' })),
  },
  {
    id: 'unreserved-encoded', group: 'over',
    explanation: 'Characters that must be left as they are (- . _ ~) were percent-encoded.',
    fix: 'Leave A-Z a-z 0-9 - . _ ~ as they are.',
    ...rightLines,
    apply: several(...['-', '.', '_', '-._', '-._~', '.-', '_~', '._', '-_'].flatMap((over) => [
      inner({ over }), everywhere({ over }), (plan: BaseStringPlan) => [{
        ...plan, inner: { ...plan.inner, over }, outerParameters: { ...plan.outerParameters, over },
      }, { ...plan, inner: { ...plan.inner, over }, names: plan.names ?? { ...plan.inner } }],
    ])),
  },
  {
    id: 'names-not-encoded', group: 'names',
    explanation: 'The names of the parameters were not percent-encoded.',
    fix: 'Encode names as well as values.',
    apply: (plan) => [{ ...plan, names: { ...plan.inner, times: 0 } }],
  },
  {
    id: 'base-string-encoded-again', group: 'outer-all',
    explanation: 'The finished base string was percent-encoded once more as a whole.',
    fix: 'Sign the three parts joined by a plain "&".',
    apply: (plan) => [{ ...plan, encodedAgain: true }],
  },
]
