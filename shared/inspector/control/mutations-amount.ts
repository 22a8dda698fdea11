import { code, type Mutation } from '../cause.ts'
import type { ControlPlan } from './plan.ts'

type Texts = (plan: ControlPlan, amount: string) => readonly string[]

const amount = (texts: Texts) => (plan: ControlPlan): ControlPlan[] => {
  const sent = plan.facts.amount
  if (sent === null || !plan.values.some(({ part }) => part === 'minor-amount')) return []
  return texts(plan, sent).map((value) => ({
    ...plan, values: plan.values.map((one) => one.part === 'minor-amount' ? { ...one, value } : one),
  }))
}
const currency = (texts: (currency: string) => readonly string[]) => (plan: ControlPlan): ControlPlan[] =>
  plan.values.flatMap((value, index) => value.part !== 'currency' ? [] : texts(value.value).map((text) => ({
    ...plan, values: plan.values.map((one, place) => place === index ? { ...one, value: text } : one),
  })))
const minorOf = (plan: ControlPlan) => plan.values.find(({ part }) => part === 'minor-amount')?.value ?? ''

/** Wrong amounts and currencies (§5.1 rule 1, addendum 4). */
export const amountMutations: readonly Mutation<ControlPlan>[] = [
  {
    id: 'major-units', group: 'amount',
    explanation: 'The amount was signed in major units, as it is sent.',
    fix: 'Sign the amount in minor units, as a whole number without a point: 10.15 is signed as 1015.',
    ...code({
      javascript: "amount.replace('.', '')  // for a text with two decimals",
      php: "number_format($amount, 2, '', '')",
      python: 'str(int(Decimal(amount) * 100))',
      java: 'new BigDecimal(amount).movePointRight(2).toBigIntegerExact().toString()',
      csharp: '((long)(decimal.Parse(amount, CultureInfo.InvariantCulture) * 100)).ToString()',
    }),
    apply: amount((_, sent) => [
      sent, sent.replace('.', ','), sent.replace(/\.0*$/, ''), String(Number.parseFloat(sent)),
      Number.parseFloat(sent).toFixed(2), Number.parseFloat(sent).toFixed(1),
      String(Math.trunc(Number.parseFloat(sent))),
    ]),
  },
  {
    id: 'minor-units-cut', group: 'amount',
    explanation: 'The amount was multiplied as a floating-point number, and a minor unit was lost or digits came up.',
    fix: 'Shift the point in the text, or use a decimal type: 0.29 * 100 is 28.999… in floating point.',
    ...code({
      python: 'str(int(Decimal(amount) * 100))', php: "number_format($amount, 2, '', '')",
      java: 'new BigDecimal(amount).movePointRight(2).toBigIntegerExact()',
    }),
    // Deliberately makes the floating-point mistake.
    apply: amount((_, sent) => {
      const product = Number.parseFloat(sent) * 100
      const texts = [String(Math.trunc(product)), String(product), `${String(Math.trunc(product))}.0`, product.toFixed(1)]
      // Exactly shifted digits lost nothing; for other currencies that is `minor-units-wrong-power`.
      return texts.filter((text) => text !== shifted(sent, 2))
    }),
  },
  {
    id: 'minor-units-wrong-power', group: 'amount',
    explanation: 'The amount was shifted by another number of digits than the currency has.',
    fix: 'Use the number of decimals of the currency (ISO 4217): 2 for most, 0 for JPY, 3 for KWD.',
    apply: amount((plan, sent) => [0, 1, 2, 3, 4].map((digits) => shifted(sent, digits))
      .filter((text) => text !== minorOf(plan))),
  },
  {
    id: 'minor-units-with-point', group: 'amount',
    explanation: 'The amount in minor units was signed with decimals or separators.',
    fix: 'Sign the minor amount as digits only: 1015.',
    apply: amount((plan) => [`${minorOf(plan)}.00`, `${minorOf(plan)}.0`, withThousands(minorOf(plan)),
      minorOf(plan).padStart(12, '0'), minorOf(plan).padStart(3, '0')]),
  },
  {
    id: 'currency-missing', group: 'currency',
    explanation: 'The currency is missing from the control text.',
    fix: 'Put the three letters of the currency after the amount.',
    apply: (plan) => plan.values.some(({ part }) => part === 'currency')
      ? [{ ...plan, values: plan.values.filter(({ part }) => part !== 'currency') }] : [],
  },
  {
    id: 'currency-lower-case', group: 'currency',
    explanation: 'The currency was signed in small letters.',
    fix: 'Sign and send the currency in capital letters.',
    apply: currency((text) => [text.toLowerCase(), text.charAt(0) + text.slice(1).toLowerCase(), text.toUpperCase()]),
  },
  {
    id: 'amount-missing', group: 'amount',
    explanation: 'The amount is missing from the control text.',
    fix: 'Put the amount in minor units in its position.',
    apply: (plan) => plan.values.some(({ part }) => part === 'minor-amount')
      ? [{ ...plan, values: plan.values.filter(({ part }) => part !== 'minor-amount') }] : [],
  },
]

/** Digits in groups of three from the end, separated by commas. */
function withThousands(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.push(digits.slice(Math.max(0, end - 3), end))
  return groups.reverse().join(',')
}

function shifted(sent: string, digits: number): string {
  const [whole = '', fraction = ''] = sent.split('.')
  return (whole + fraction.padEnd(digits, '0').slice(0, digits)).replace(/^0+(?=\d)/, '')
}
