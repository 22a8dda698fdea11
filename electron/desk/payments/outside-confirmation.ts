import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { namesOfHold } from '#shared/gateway/made-transactions.ts'
import { toMajorText } from '#shared/gateway/money.ts'
import { touchesMoney } from '#shared/gateway/operations.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Profile } from '#shared/model/profile.ts'
import { groupedAmount } from '#shared/shown-amount.ts'
import type { DeskContext } from '../context.ts'
import type { OperationRequest } from '../requests/index.ts'
import { askedOutside, oneLine } from '../../common/outside-question.ts'
import { refusedOutside } from '../ask-outside.ts'
import type { OutsideQuestion } from '../services.ts'

/**
 * Has a person confirm a payment on production in a message box of the system, which names what is done, the merchant
 * and the order. Null once it was confirmed; at once in any other environment, where no money moves, and where the
 * profile says so both as it was reviewed and as it is `now`.
 * SECURITY: a page that was taken over can do what the bridge offers, but cannot press a button of the system.
 */
export async function paymentRefusedOutside(
  { services: { system }, emit }: Pick<DeskContext, 'services' | 'emit'>, request: OperationRequest, now: Profile,
): Promise<Failure | null> {
  // SECURITY: the stricter of then and now counts.
  const isAsked = [request.target.profile, now]
    .some(({ environment, outsideConfirmation }) => environment === 'production' && outsideConfirmation !== 'off')
  if (!isAsked || !touchesMoney(request.operation)) return null
  emit('payments.outsideQuestion', { waiting: true })
  try {
    return await refusedOutside(system, questionAbout(request))
  } finally {
    emit('payments.outsideQuestion', { waiting: false })
  }
}

/** The question as it stands in the box. */
function questionAbout(request: OperationRequest): OutsideQuestion {
  const { target: { profile }, values } = request
  const action = actionText(request)
  return {
    question: `${action}?`,
    details: [
      ...line('Merchant', `${profile.name} (login ${profile.login})`),
      'Environment: Production',
      ...line('Merchant order id', values.merchantOrderId),
      ...line('Order id', values.orderId),
      ...line('Card reference id', values.cardReference),
      '',
      askedOutside('If you did not confirm a payment there'),
    ],
    action,
  }
}

/** "Charge 10.15 USD", "Refund the whole 10.15 USD": the verb's own words, as on the button of the page. */
function actionText({ operation, values, reviewed, target: { profile } }: OperationRequest): string {
  if (!touchesMoney(operation)) throw new Error(`${operation.id} touches no money`)
  const ofHold = reviewed?.releasesHold === true ? namesOfHold(operation.id) : null
  const { verb } = ofHold ?? operation.money
  const known = reviewed?.reviewed ?? null
  const currency = values.currency ?? known?.currency ?? ''
  const shown = (major: string): string => groupedAmount(major, currency)
  if (values.enumeratedAmounts !== undefined) {
    return filled(verb.oneOf, { amounts: values.enumeratedAmounts.split(',').map(shown).join(', '), currency })
  }
  if (values.amount !== undefined) return filled(verb.amount, { amount: shown(values.amount), currency })
  if (known === null) return verb.wholeUnknown
  const digits = minorUnitDigits(known.currency, profile.switches.minorUnitDigits) ?? 0
  return filled(verb.whole, { amount: shown(toMajorText(known.minorAmount, digits)), currency })
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '').trim()
}

function line(name: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [oneLine(`${name}: ${value}`)]
}
