import type { Mutation } from '../cause.ts'
import type { BaseStringPlan } from './plan.ts'

/** The finished text changed before it was signed. */
export const textMutations: readonly Mutation<BaseStringPlan>[] = [
  {
    id: 'method-lower-case', group: 'method',
    explanation: 'The method was signed in small letters.',
    fix: 'Sign POST in capital letters.',
    apply: (plan) => ['post', 'Post'].map((method) => ({ ...plan, method })),
  },
  {
    id: 'method-other', group: 'method',
    explanation: 'Another method than POST was signed.',
    fix: 'Sign and send POST.',
    apply: (plan) => ['GET', 'PUT', 'PATCH', 'HEAD', 'get'].map((method) => ({ ...plan, method })),
  },
  {
    id: 'method-missing', group: 'method',
    explanation: 'The method is missing at the beginning of the base string.',
    fix: 'Begin the base string with "POST&".',
    apply: (plan) => [{ ...plan, part: 'url-and-parameters' }, { ...plan, method: '' }],
  },
  {
    id: 'only-parameters', group: 'method',
    explanation: 'Only the parameters were signed, without method and URL.',
    fix: 'Sign POST, the URL and the parameters, each percent-encoded, joined with "&".',
    apply: (plan) => [{ ...plan, part: 'parameters-plain' }, { ...plan, part: 'parameters' }],
  },
  {
    id: 'line-end-at-end', group: 'end',
    explanation: 'A line end is after the signed text.',
    fix: 'Sign the text without a line end: "echo" adds one, "printf %s" does not.',
    apply: (plan) => ['\n', '\r\n'].map((after) => ({ ...plan, after })),
  },
  {
    id: 'space-around', group: 'end',
    explanation: 'A space is before or after the signed text.',
    fix: 'Sign the text without spaces around it.',
    apply: (plan) => [{ ...plan, after: ' ' }, { ...plan, before: ' ' }],
  },
  {
    id: 'ampersand-at-end', group: 'end',
    explanation: 'An extra "&" is at the end of the base string.',
    fix: 'Join method, URL and parameters with "&": two of them, none at the end.',
    apply: (plan) => [{ ...plan, after: '&' }, { ...plan, after: '%26' }],
  },
  {
    id: 'byte-order-mark', group: 'start',
    explanation: 'A byte order mark (U+FEFF) is before the signed text.',
    fix: 'Write the text as UTF-8 without a byte order mark.',
    apply: (plan) => [{ ...plan, before: '\ufeff' }],
  },
  {
    id: 'parts-joined-otherwise', group: 'joint',
    explanation: 'Method, URL and parameters were not joined with "&".',
    fix: 'Join the three parts with "&" and nothing else.',
    apply: (plan) => ['', '\n', ' ', '%26', '&\n', '|', ':'].map((joint) => ({ ...plan, joint })),
  },
]
