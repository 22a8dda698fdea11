import { parseForm } from '../../gateway/encoding/form.ts'
import type { Mutation } from '../cause.ts'
import { emptyAsWord, plusSentUnencoded, valuesHtmlEscaped, type Spelling } from '../spellings.ts'
import type { BaseStringPlan } from './plan.ts'

/** Plans with changed values of the body: with all of them changed, and with each alone. */
const values = (change: (value: string) => string) => (plan: BaseStringPlan): BaseStringPlan[] => {
  const changed = plan.body.map(([name, value]) => [name, change(value)] as const)
  const alone = plan.body.flatMap((pair, index) => (changed[index]?.[1] === pair[1]
    ? [] : [plan.body.map((other, place) => (place === index ? changed[place] ?? other : other))]))
  return [changed, ...alone].map((body) => ({ ...plan, body }))
}
const several = (changes: readonly ((value: string) => string)[]) => (plan: BaseStringPlan): BaseStringPlan[] =>
  changes.flatMap((change) => values(change)(plan))

/** A spelling mistake as a mutation of base strings. */
export function spelled({ changes, ...cause }: Spelling, group = 'value'): Mutation<BaseStringPlan> {
  return { ...cause, group, apply: several(changes) }
}

/** A value that was signed in another spelling than it was sent (§5.2 rule 1). */
export const valueMutations: readonly Mutation<BaseStringPlan>[] = [
  {
    id: 'number-written-otherwise', group: 'value',
    explanation: 'An amount or another number was signed with other decimals than it was sent with, such as 10.1 for 10.10.',
    fix: 'Write the number as text once, and use the same text for signing and for the body.',
    apply: several([
      number((value) => String(Number(value))), number((value) => Number(value).toFixed(2)),
      number((value) => Number(value).toFixed(1)),
    ]),
  },
  {
    id: 'amount-in-other-units', group: 'value',
    explanation: 'The amount was signed in minor units and sent in major units, or the other way round.',
    fix: 'Sign the amount exactly as it is sent, such as 10.15: only a control takes minor units.',
    apply: several([
      (value) => (/^\d+\.\d{1,3}$/.test(value) ? value.replace('.', '').replace(/^0+(?=\d)/, '') : value),
      (value) => (/^\d{3,9}$/.test(value) ? value.replace(/(?=\d{2}$)/, '.') : value),
    ]),
  },
  {
    ...spelled(plusSentUnencoded),
    apply: (plan) => [...several(plusSentUnencoded.changes)(plan), ...withEachPlus(plan)],
  },
  spelled(emptyAsWord), spelled(valuesHtmlEscaped),
]

/** The plan over a body whose "+" are plus signs, and only "%20" is a space, as `encodeURI` writes them. */
function withEachPlus(plan: BaseStringPlan): BaseStringPlan[] {
  const { rawBody } = plan.facts
  if (!rawBody.includes('+')) return []
  const pairs = parseForm(rawBody.replaceAll('+', '%2B')).filter(([name]) => !name.startsWith('oauth_'))
  return [{ ...plan, body: pairs }]
}

/** Changes only numbers that floating point holds exactly enough; ids have more digits. */
function number(change: (value: string) => string): (value: string) => string {
  return (value) => (/^\d{1,9}(?:\.\d{1,4})?$/.test(value) ? change(value) : value)
}
