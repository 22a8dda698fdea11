/** A payment in one sentence, and what became of its money, as a person would say it. */
import type { Verb } from '#shared/gateway/catalogue/verbs.ts'
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { isFinalStatus, waitsForCardholder } from '#shared/gateway/replies/order-status.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import type { Translate } from '../../../i18n/index.ts'
import { entryStates, stateKind, stateText } from '../entry/entry-state.ts'
import { kindOfStatus, stateOfStatus, type Headline } from '../answer/headline.ts'
import { faultText } from '../timeline/fault-text.ts'
import type { JudgedOrder } from './order-facts.ts'
import type { ListedTransaction } from './other-desks.ts'

export interface Sentence {
  readonly text: string
  /** The state in a word or two; null where the sentence says it. */
  readonly pill: Headline | null
  /** What became of the money, where the sentence does not say it; else empty. */
  readonly detail: string
}

export interface Said {
  readonly order: Pick<JudgedOrder, 'state' | 'transactions'>
  /** The order in a word or two (`orderStateText`). */
  readonly state: Headline | null
  /** With its currency; empty where it is not known. */
  readonly amount: string
  /** "VISA •••• 0001"; empty where it is not known. */
  readonly card: string
}

/** The transaction that created the order, as far as one is known. */
export function makerOf({ transactions }: Pick<JudgedOrder, 'transactions'>): ListedTransaction | null {
  return transactions.findLast(({ type }) => !isLaterTransaction(type)) ?? null
}

/** What was done with the money of a transaction, by the operation that made it, else by the gateway's word. */
export function verbOf(transaction: ListedTransaction | null): Verb['id'] {
  const operation = transaction?.entry?.row.operation ?? transaction?.sentBy?.operation ?? null
  const entry = operation === null ? null : operations[operation]
  if (entry !== null && touchesMoney(entry)) return entry.verb.id
  return transaction?.type === 'preauth' ? 'hold' : 'charge'
}

/**
 * The sentence at the top of a payment. It never leads with a number that did not move: a decline leads with its
 * reason, a whole refund with the refund.
 */
export function paymentSentence({ order, state, amount: known, card }: Said, t: Translate): Sentence {
  const made = makerOf(order)
  const verb = verbOf(made)
  const amount = known === '' ? t('order.sentence.someAmount') : known
  const past = (word: string): string =>
    upper(t(card === '' ? `verb.${word}.past` : `verb.${word}.pastWithCard`, { amount, card }))
  switch (order.state.kind) {
    case 'not-known': return { text: t('order.sentence.notKnown'), pill: null, detail: '' }
    case 'as-made': return asMade(made, order.state.status, { verb, amount, state }, t)
    case 'contradictory': return {
      text: order.state.status === 'approved'
        ? t('order.sentence.contradictoryHold')
        : t('order.sentence.contradictory', { state: stateOfStatus(order.state.status, t).text }),
      pill: null, detail: reasonOf(made),
    }
    case 'held': return { text: past('hold'), pill: state, detail: '' }
    case 'released': return { text: t('order.sentence.released'), pill: state, detail: '' }
    case 'voided': return { text: t('order.sentence.voided'), pill: state, detail: t('order.sentence.wentBack', { amount }) }
    case 'refunded': return { text: t('order.sentence.refunded'), pill: state, detail: t('order.sentence.wentBack', { amount }) }
    case 'returned-too-much': return { text: state?.text ?? '', pill: null, detail: '' }
    case 'captured': return { text: past('charge'), pill: state, detail: '' }
    case 'done': return { text: past(verb), pill: state, detail: '' }
    case 'partly-refunded':
    case 'reversed-elsewhere':
      // Only what was captured of a hold is refunded: it is paid, and no longer held.
      return { text: past(verb === 'hold' ? 'charge' : verb), pill: state, detail: '' }
  }
}

interface Words {
  readonly verb: Verb['id']
  readonly amount: string
  readonly state: Headline | null
}

function asMade(
  made: ListedTransaction | null, status: string, { verb, amount, state: order }: Words, t: Translate,
): Sentence {
  const known = entryStates.find((one) => one === status)
  // The sentence names the payment, so its state needs no subject.
  const state = known === undefined ? order : { kind: stateKind(known), text: stateText(known, t) }
  const maybe = (key: 'unknown' | 'error' | 'closed-error' | 'closed-unknown'): Sentence => {
    const text = t(`order.sentence.${key}`, { maybe: t(`verb.${verb}.maybe`, { amount }) })
    return { text, pill: state, detail: faultOf(made, t) }
  }
  const undone = `${t('order.sentence.noMoney')} ${upper(t(`verb.${verb}.undone`, { amount }))}`
  const doing = t(`verb.${verb}.doing`, { amount })
  if (waitsForCardholder(status, made?.checks.at(-1)?.field('order-stage') ?? '')) {
    return { text: t('order.sentence.waiting', { doing }), pill: state, detail: '' }
  }
  switch (status) {
    case 'unknown':
    case 'error':
    case 'closed-error':
    case 'closed-unknown':
      return maybe(status)
    case 'declined': return { text: reasonOf(made) || t('order.sentence.declined'), pill: state, detail: undone }
    case 'filtered':
    case 'refused':
    case 'access-denied':
    case 'not-sent':
      return {
        text: [t(`order.sentence.${status}`), reasonOf(made)].filter((part) => part !== '').join(': '),
        pill: state, detail: `${undone} ${faultOf(made, t)}`.trim(),
      }
    case 'not-found': return { text: t('order.sentence.not-found'), pill: state, detail: '' }
    default: return isFinalStatus(status)
      ? { text: state?.text ?? status, pill: null, detail: '' }
      : { text: `${doing}…`, pill: state ?? { kind: kindOfStatus(status), text: status }, detail: '' }
  }
}

/** Why the gateway declined: "Insufficient funds · 116", as it came; empty where it gave no reason. */
function reasonOf(made: ListedTransaction | null): string {
  return [made?.errorText ?? '', made?.errorCode ?? ''].filter((part) => part !== '').join(' · ')
}

/** Why nothing was sent or nobody knows what became of it; empty after a usable reply. */
function faultOf(made: ListedTransaction | null, t: Translate): string {
  const outcome = made?.entry?.events.find((event) => event.kind === 'outcome')
  return outcome === undefined ? '' : faultText(outcome.outcome, outcome.fault, t)
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
