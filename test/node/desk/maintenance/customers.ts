/** A history of two customers, one of whom is erased. */
import type { CardReference, MerchantKey, ProfileId } from '#shared/brands.ts'
import type { Customer, CustomerKind } from '#shared/model/payments/customer.ts'
import type { Intent, OutcomeRecord } from '../../../../electron/journal/port.ts'
import { masked, merchantOrderId, orderId, query, refund, statusRead } from '../../journal/samples.ts'
import { charge, openHistory, outcome, valueOf, type History } from './support.ts'

/** The customer's address, as in a request. */
export const address = 'Zephyrine.Q@shop.example'
export const by = (kind: CustomerKind, value: string, of: ProfileId | null = null): Customer =>
  ({ kind, value, profileId: of })

/** A request that was approved immediately, unless `ended` differs. */
export async function sent(history: History, intent: Intent, ended: Partial<OutcomeRecord> = {}): Promise<void> {
  await valueOf(history.journal.recordIntent(intent))
  await valueOf(history.journal.recordOutcome(outcome(intent.entryId.slice('entry-'.length), { status: 'approved', ...ended })))
}

/** A request that moves no money, and its reply. */
export async function read({ journal }: History, name: string, changes: Partial<Intent>, reply: string): Promise<void> {
  const answered = outcome(name, { kind: 'answered', reply: masked(reply) })
  await valueOf(journal.recordRead({ intent: statusRead(name, changes), outcome: answered }))
}

/**
 * A charge of a customer with a refund and a status of its order, its card's registration, and an order paid
 * elsewhere whose status names the customer; and entries of others that are as similar as possible.
 */
export async function twoCustomers(): Promise<History> {
  const history = openHistory()
  const hers = { merchantOrderId: merchantOrderId('order-hers'), orderId: orderId('77') }
  const card = '7000000077' as CardReference
  await sent(history, charge('hers', {
    cardReference: card, fields: [{ name: 'email', value: masked(address) }, { name: 'order_desc', value: masked('winter boots') }],
  }), {
    orderId: hers.orderId, lastFour: '4821',
    reply: masked('type=async-response\n&status=approved\n&cardholder-name=Zephyrine\n&card-hash-id=hash-of-hers\n'),
  })
  await sent(history, refund('hers-back', hers), { reply: masked('type=async-response\n&status=approved\n&name=Zephyrine\n') })
  await read(history, 'hers-asked', { merchantOrderId: null, orderId: hers.orderId }, 'type=status-response\n&phone=5550143\n')
  await read(history, 'hers-unknown', { merchantOrderId: hers.merchantOrderId, orderId: null }, 'type=validation-error\n')
  await read(history, 'registered', { merchantOrderId: null, orderId: orderId('70') }, `type=create-card-ref-response\n&card-ref-id=${card}\n`)
  await read(history, 'elsewhere', { orderId: orderId('71'), merchantOrderId: null }, 'type=status-response\n&email=zephyrine.q%40shop.example\n')

  await sent(history, charge('other', { fields: [{ name: 'email', value: masked(`not-${address}`) }] }), { orderId: orderId('78'), lastFour: '4821' })
  await read(history, 'longer', { merchantOrderId: null, orderId: orderId('79') }, 'type=status-response\n&email=zephyrine.q%40shop.example.org\n')
  // The gateway accepted the merchant order id a second time.
  await read(history, 'namesake', { merchantOrderId: hers.merchantOrderId, orderId: orderId('177') }, 'type=status-response\n')
  await read(history, 'another-gateway', {
    ...hers, profileId: 'profile-two' as ProfileId, merchantKey: 'https://other.example gw shop' as MerchantKey, cardReference: card,
  }, 'type=status-response\n')
  return history
}

/** The names of the entries without content, oldest first. */
export async function erasedIn({ journal }: Pick<History, 'journal'>): Promise<string[]> {
  const { rows } = await valueOf(journal.search(query()))
  return rows.filter(({ contentRemovedAt }) => contentRemovedAt !== undefined).map(({ entryId: id }) => id.slice('entry-'.length)).toReversed()
}

/** The entries of the customer's order. */
export const ofTheOrder = ['hers', 'hers-back', 'hers-asked', 'hers-unknown']
