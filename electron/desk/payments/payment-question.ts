/** The question about a payment in a message box outside the page. */
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { fieldKeys, fields, type FieldValues } from '#shared/gateway/fields/fields.ts'
import { namesOfHold } from '#shared/gateway/operations/made-transactions.ts'
import { maskValue } from '#shared/gateway/requests/masking.ts'
import { toMajorText } from '#shared/gateway/numbers/money.ts'
import { touchesMoney } from '#shared/gateway/operations/operations.ts'
import { amountsThatMayMove } from '#shared/gateway/requests/request.ts'
import { groupedAmount } from '#shared/shown-amount.ts'
import { fillText } from '../../common/boxes/fill-text.ts'
import { outsideWarning, oneLine } from '../../common/boxes/outside-question.ts'
import type { OperationRequest } from '../requests/index.ts'
import type { OutsideQuestion } from '../services.ts'

/** Environments in the words of the message box. */
export const environmentNames = { sandbox: 'Sandbox', staging: 'Staging', production: 'Production' } as const

const historyWasBehind = 'Refunds may be missing from the history of this computer. The gateway does not report the '
  + 'sum of partial refunds: make sure that this one was not sent before.'

const evenIfSentBefore = 'With this reason it is sent even if the same was sent before.'

/** Why a person sends a payment in spite of a warning. */
export interface ReasonGiven {
  /** Empty without a reason. */
  readonly text: string
  /** Refunds may be missing in the history, so the reason must be confirmed in a box. */
  readonly refundsMayBeMissing: boolean
}

/** The text of the message box. Throws for an operation that touches no money. */
export function paymentQuestion(request: OperationRequest, reason: ReasonGiven): OutsideQuestion {
  const { target: { profile, entryPoint }, values } = request
  const action = actionText(request)
  return {
    question: `${action}?`,
    details: [
      ...line('Merchant', `${profile.name} (login ${profile.login})`),
      ...line('Environment', environmentNames[profile.environment]),
      ...line(entryPoint.kind === 'endpoint' ? 'Endpoint' : 'Endpoint group', entryPoint.id),
      ...decidingLines(values),
      ...reasonLines(reason),
      '',
      outsideWarning('If you did not confirm a payment there'),
    ],
    action,
  }
}

/** "Charge 10.15 USD", "Refund the whole 10.15 USD": the same words as on the button of the page. */
function actionText({ operation, values, reviewed, target: { profile } }: OperationRequest): string {
  if (!touchesMoney(operation)) throw new Error(`${operation.id} touches no money`)
  const ofHold = reviewed?.releasesHold === true ? namesOfHold(operation.id) : null
  const { verb } = ofHold ?? operation
  const known = reviewed?.reviewed ?? null
  const currency = values.currency ?? known?.currency ?? ''
  const shown = (major: string): string => groupedAmount(major, currency)
  // SECURITY: includes the submitted amount, which a gateway that tries no others would charge.
  const [amount, ...others] = amountsThatMayMove(values)
  if (amount !== undefined) {
    return others.length > 0
      ? fillText(verb.oneOf, { amounts: [amount, ...others].map(shown).join(', '), currency })
      : fillText(verb.amount, { amount: shown(amount), currency })
  }
  if (known === null) return verb.wholeUnknown
  const digits = minorUnitDigits(known.currency, profile.switches.minorUnitDigits) ?? 0
  return fillText(verb.whole, { amount: shown(toMajorText(known.minorAmount, digits)), currency })
}

/**
 * Who pays, who receives, how much and for what. SECURITY: from exactly the values that are composed and sent, as the
 * question does not contain all amounts. Accounts and references are complete, so that a person can compare them; card
 * numbers are masked.
 */
function decidingLines(values: FieldValues): string[] {
  return fieldKeys.flatMap((key) => {
    const { decides, label, sensitivity } = fields[key]
    const value = values[key]
    if (decides === undefined || value === undefined) return []
    return line(label, sensitivity === 'card-number' ? maskValue(sensitivity, value) : value)
  })
}

/** SECURITY: a reason also permits a possible duplicate, and a compromised page can invent one. */
function reasonLines({ text, refundsMayBeMissing }: ReasonGiven): string[] {
  if (text === '') return []
  return [...line('Reason', text), refundsMayBeMissing ? historyWasBehind : evenIfSentBefore]
}

function line(name: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [oneLine(`${name}: ${value}`)]
}
