/** The lookups in the journal of the benchmark, and their entries. */
import type { MerchantKey, UtcTime } from '#shared/brands.ts'
import type { CardOwner } from '#shared/model/payments/card.ts'
import type { HistoryFilter, HistoryOrder } from '#shared/model/history/history-list.ts'
import { numberedEntry, type NumberedEntry } from './entries.ts'
import { diceAt } from './random.ts'

/** The request for a page. */
export type PageRequest = HistoryFilter & { readonly order?: HistoryOrder }

/** One kind of lookup with its samples. */
export interface Lookup {
  readonly what: string
  readonly filters: readonly PageRequest[]
  /** True if its first page has a target in the issue. */
  readonly hasTarget: boolean
}

const samples = 100
/** The merchant of every entry, by its address and login. */
const merchant = 'https://sandbox.gateway.example gw acme-shop' as MerchantKey
const all: PageRequest = { text: '', states: [], operations: [], profileId: null }
const withText = (text: string): PageRequest => ({ ...all, text })
const tail = (id: string | null, length: number): string => (id ?? '').slice(-length)
const decimal = (minor: string): string => `${minor.slice(0, -2)}.${minor.slice(-2)}`

/** Charges from the whole journal, including the oldest. */
function someCharges(entries: number): NumberedEntry[] {
  const found: NumberedEntry[] = []
  for (let place = 0; found.length < samples; place++) {
    const entry = numberedEntry(place === 0 ? 0 : diceAt(place + 77).number(entries))
    if (entry.intent.createsOrder && entry.outcome.kind === 'answered') found.push(entry)
  }
  return found
}

/** Every kind of lookup in a journal of this many entries. */
export function lookups(entries: number): Lookup[] {
  const charges = someCharges(entries)
  const of = (what: string, text: (entry: NumberedEntry) => string): Lookup =>
    ({ what, filters: charges.map((entry) => withText(text(entry))), hasTarget: true })
  const always = (what: string, filter: PageRequest): Lookup =>
    ({ what, filters: Array<PageRequest>(samples).fill(filter), hasTarget: true })
  const idOf = ({ intent }: NumberedEntry): string => intent.merchantOrderId ?? ''
  const wordsOf = ({ intent }: NumberedEntry): string => intent.fields.find(({ name }) => name === 'order_desc')?.value ?? ''
  return [
    always('the newest entries', all),
    of('merchant order id', idOf),
    of('merchant order id, its last 6 characters', (entry) => tail(idOf(entry), 6)),
    of('merchant order ids of a month (inv-2022-03)', (entry) => idOf(entry).slice(0, 11)),
    of('order id', ({ outcome }) => outcome.orderId ?? ''),
    of('serial number', ({ outcome }) => outcome.serialNumber ?? ''),
    of('serial number, its last 7 characters', ({ outcome }) => tail(outcome.serialNumber, 7)),
    of('card reference', ({ intent }) => intent.cardReference ?? ''),
    of('last four', ({ outcome }) => outcome.lastFour ?? ''),
    of('amount', ({ intent }) => decimal(intent.minorAmount ?? '')),
    always('one of the three common amounts', withText('9.99')),
    always('a word of half of all entries', withText('recurring')),
    always('a word of a third, not typed to its end', withText('approv')),
    of('four words', wordsOf),
    of('error text', ({ outcome }) => outcome.errorText ?? 'funds'),
    of('a common word and an order id', ({ outcome }) => `recurring ${outcome.orderId ?? ''}`),
    of('a common word and a card', ({ intent }) => `recurring ${intent.cardReference ?? ''}`),
    always('a common word with a state', { ...withText('recurring'), states: ['declined'] }),
    always('a common word with a rare state', { ...withText('recurring'), states: ['unknown'] }),
    always('a state', { ...all, states: ['declined'] }),
    always('a word that is not there', withText('zeppelin')),
    always('one letter', withText('a')),
    always('two letters', withText('re')),
    always('what begins every merchant order id', withText('inv-20')),
    always('what begins every serial number', withText('0000000')),
    { ...always('two common words that never meet', withText('approved declined')), hasTarget: false },
  ]
}

/** Texts for the picker of cards: every beginning of last four, holder and reference, and an empty one. */
export function cardQueries(entries: number): (CardOwner & { readonly text: string })[] {
  const charges = someCharges(entries).slice(0, samples / 4)
  return charges.flatMap(({ intent: { merchantKey, environment, cardReference, fields }, outcome: { lastFour } }) => {
    const holder = fields.find(({ name }) => name === 'order_desc')?.value.split(' ').at(-1) ?? ''
    const texts = ['', ...[lastFour ?? '', holder, cardReference ?? '', 'nobody']
      .flatMap((text) => [...text].map((_, index) => text.slice(0, index + 1)))]
    return texts.map((text) => ({ merchantKey, environment, text }))
  })
}

/** Every single filter of the list, and the pairs that people use. */
export function narrowings(entries: number): Lookup[] {
  const charges = someCharges(entries)
  const payments: PageRequest = { ...all, view: 'payments' }
  const of = (what: string, filter: (entry: NumberedEntry) => Partial<PageRequest>): Lookup =>
    ({ what, filters: charges.map((entry) => ({ ...payments, ...filter(entry) })), hasTarget: true })
  const day = ({ intent }: NumberedEntry) => daysFrom(intent.at, 1)
  const month = ({ intent }: NumberedEntry) => daysFrom(intent.at, 30)
  const declined: Partial<PageRequest> = { states: ['declined'] }
  const profile = ({ intent }: NumberedEntry) => ({ profileId: intent.profileId })
  const lastFour = ({ outcome }: NumberedEntry) => ({ lastFour: outcome.lastFour })
  const amount = ({ intent }: NumberedEntry) => {
    const major = decimal(intent.minorAmount ?? '')
    return { leastAmount: major, mostAmount: major }
  }
  const orders = ['oldest', 'largest', 'smallest'] as const
  return [
    of('payments', () => ({})),
    of('payments of a day', day),
    of('payments of a month', month),
    of('a merchant', () => ({ merchantKey: merchant })),
    of('a profile', profile),
    of('an environment', () => ({ environments: ['sandbox'] })),
    of('an environment without entries', () => ({ environments: ['production'] })),
    of('a type', () => ({ operations: ['return'] })),
    of('a state', () => declined),
    of('a rare state', () => ({ states: ['unknown'] })),
    of('a currency', ({ intent }) => ({ currency: intent.currency })),
    of('an exact amount', amount),
    of('amounts from 1,000 to 1,500', () => ({ leastAmount: '1000', mostAmount: '1500' })),
    of('an error code', ({ outcome }) => ({ errorCode: outcome.errorCode ?? '116' })),
    of('who', ({ intent }) => ({ who: intent.who })),
    of('last four', lastFour),
    of('a card', ({ intent }) => ({ cardReference: intent.cardReference })),
    of('a day and a state', (entry) => ({ ...day(entry), ...declined })),
    of('a month and a state', (entry) => ({ ...month(entry), ...declined })),
    of('a month and a profile', (entry) => ({ ...month(entry), ...profile(entry) })),
    of('a type and a state', () => ({ ...declined, operations: ['return'] })),
    of('a month, who and a state', (entry) => ({ ...month(entry), ...declined, who: entry.intent.who })),
    of('last four and an amount', (entry) => ({ ...lastFour(entry), ...amount(entry) })),
    of('currency and amounts', ({ intent }) => ({ currency: intent.currency, leastAmount: '1000', mostAmount: '1500' })),
    of('a day typed, and an amount', ({ intent }) => ({ text: `${intent.at.slice(0, 10)} ${decimal(intent.minorAmount ?? '')}` })),
    of('a month and a word', (entry) => ({ ...month(entry), text: 'recurring' })),
    ...orders.map((order) => of(`payments, ${order} first`, () => ({ order }))),
    of('declined ones of a month, largest first', (entry) => ({ ...month(entry), ...declined, order: 'largest' })),
  ]
}

function daysFrom(at: string, days: number): Pick<PageRequest, 'from' | 'until'> {
  const from = new Date(at.slice(0, 10))
  return {
    from: from.toISOString() as UtcTime, until: new Date(from.getTime() + days * 86_400_000).toISOString() as UtcTime,
  }
}

/** A search text, key by key. */
export const typed: readonly string[] = ['recurring boots', 'inv-2022-06-000', 'declined adler', '49.90']
