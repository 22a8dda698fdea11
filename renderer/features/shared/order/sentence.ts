/** A payment as one sentence, with what happened to its money. */
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
  /** The state in one or two words; null if the sentence contains it. */
  readonly pill: Headline | null
  /** Whether money moved; empty if the sentence contains it. */
  readonly detail: string
}

export interface SentenceFacts {
  readonly order: Pick<JudgedOrder, 'state' | 'transactions'>
  /** The state of the order in one or two words (`orderStateText`). */
  readonly state: Headline | null
  /** With its currency; empty if not known. */
  readonly amount: string
  /** "VISA •••• 0001"; empty if not known. */
  readonly card: string
}

/** The transaction that created the order; null if not known. */
export function creatingTransaction({ transactions }: Pick<JudgedOrder, 'transactions'>): ListedTransaction | null {
  return transactions.findLast(({ type }) => !isLaterTransaction(type)) ?? null
}

/** What a transaction does with money, by the operation that was sent, else by the reported transaction type. */
export function verbOf(transaction: ListedTransaction | null): Verb['id'] {
  const operation = transaction?.entry?.row.operation ?? transaction?.sentBy?.operation ?? null
  const entry = operation === null ? null : operations[operation]
  if (entry !== null && touchesMoney(entry)) return entry.verb.id
  return transaction?.type === 'preauth' ? 'hold' : 'charge'
}

/**
 * The sentence at the top of the payment page. It never begins with an amount that did not move: a decline begins with
 * its reason, a full refund with the refund.
 */
export function paymentSentence({ order, state, amount: known, card }: SentenceFacts, t: Translate): Sentence {
  const creation = creatingTransaction(order)
  const verb = verbOf(creation)
  const amount = known === '' ? t('order.sentence.someAmount') : known
  const past = (word: string): string =>
    upper(t(card === '' ? `verb.${word}.past` : `verb.${word}.pastWithCard`, { amount, card }))
  switch (order.state.kind) {
    case 'not-known': return { text: t('order.sentence.notKnown'), pill: null, detail: '' }
    case 'as-made': return asMade(creation, order.state.status, { verb, amount, state }, t)
    case 'contradictory': return {
      text: order.state.status === 'approved'
        ? t('order.sentence.contradictoryHold')
        : t('order.sentence.contradictory', { state: stateOfStatus(order.state.status, t).text }),
      pill: null, detail: reasonOf(creation),
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
      // A refund of a hold means that the hold was captured: it is paid, not held.
      return { text: past(verb === 'hold' ? 'charge' : verb), pill: state, detail: '' }
  }
}

interface Words {
  readonly verb: Verb['id']
  readonly amount: string
  readonly state: Headline | null
}

function asMade(
  creation: ListedTransaction | null, status: string, { verb, amount, state: order }: Words, t: Translate,
): Sentence {
  const known = entryStates.find((one) => one === status)
  // The sentence names the payment already, so the state does not name it again.
  const state = known === undefined ? order : { kind: stateKind(known), text: stateText(known, t) }
  const maybe = (key: 'unknown' | 'error' | 'closed-error' | 'closed-unknown'): Sentence => {
    const text = t(`order.sentence.${key}`, { maybe: t(`verb.${verb}.maybe`, { amount }) })
    return { text, pill: state, detail: faultOf(creation, t) }
  }
  const undone = `${t('order.sentence.noMoney')} ${upper(t(`verb.${verb}.undone`, { amount }))}`
  const doing = t(`verb.${verb}.doing`, { amount })
  if (waitsForCardholder(status, creation?.checks.at(-1)?.field('order-stage') ?? '')) {
    return { text: t('order.sentence.waiting', { doing }), pill: state, detail: '' }
  }
  switch (status) {
    case 'unknown':
    case 'error':
    case 'closed-error':
    case 'closed-unknown':
      return maybe(status)
    case 'declined': return { text: reasonOf(creation) || t('order.sentence.declined'), pill: state, detail: undone }
    case 'filtered':
    case 'refused':
    case 'access-denied':
    case 'not-sent':
      return {
        text: [t(`order.sentence.${status}`), reasonOf(creation)].filter((part) => part !== '').join(': '),
        pill: state, detail: `${undone} ${faultOf(creation, t)}`.trim(),
      }
    case 'not-found': return { text: t('order.sentence.not-found'), pill: state, detail: '' }
    default: return isFinalStatus(status)
      ? { text: state?.text ?? status, pill: null, detail: '' }
      : { text: `${doing}…`, pill: state ?? { kind: kindOfStatus(status), text: status }, detail: '' }
  }
}

/** The gateway's reason of a decline, unchanged: "Insufficient funds · 116"; empty without one. */
function reasonOf(creation: ListedTransaction | null): string {
  return [creation?.errorText ?? '', creation?.errorCode ?? ''].filter((part) => part !== '').join(' · ')
}

/** Why nothing was sent or the result is unknown; empty after a usable reply. */
function faultOf(creation: ListedTransaction | null, t: Translate): string {
  const outcome = creation?.entry?.events.find((event) => event.kind === 'outcome')
  return outcome === undefined ? '' : faultText(outcome.outcome, outcome.fault, t)
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
