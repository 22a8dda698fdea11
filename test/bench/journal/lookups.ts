/** What is looked up in the measured journal, and for which entries. */
import type { HistoryFilter } from '#shared/model/history-list.ts'
import { madeEntry, type MadeEntry } from './entries.ts'
import { diceAt } from './random.ts'

/** One kind of look-up with its samples. */
export interface Lookup {
  readonly what: string
  readonly filters: readonly HistoryFilter[]
  /** One that the issue names: its first page has a target. */
  readonly hasTarget: boolean
}

const samples = 100
const all: HistoryFilter = { text: '', states: [], operations: [], profileId: null }
const withText = (text: string): HistoryFilter => ({ ...all, text })
const tail = (id: string | null, length: number): string => (id ?? '').slice(-length)
const decimal = (minor: string): string => `${minor.slice(0, -2)}.${minor.slice(-2)}`

/** Charges all over the journal, the oldest among them. */
function someCharges(entries: number): MadeEntry[] {
  const found: MadeEntry[] = []
  for (let place = 0; found.length < samples; place++) {
    const entry = madeEntry(place === 0 ? 0 : diceAt(place + 77).number(entries))
    if (entry.intent.createsOrder && entry.outcome.kind === 'answered') found.push(entry)
  }
  return found
}

/** Every kind of look-up in a journal of so many entries. */
export function lookups(entries: number): Lookup[] {
  const charges = someCharges(entries)
  const of = (what: string, text: (entry: MadeEntry) => string): Lookup =>
    ({ what, filters: charges.map((entry) => withText(text(entry))), hasTarget: true })
  const always = (what: string, filter: HistoryFilter): Lookup =>
    ({ what, filters: Array<HistoryFilter>(samples).fill(filter), hasTarget: true })
  const idOf = ({ intent }: MadeEntry): string => intent.merchantOrderId ?? ''
  const wordsOf = ({ intent }: MadeEntry): string => intent.fields.find(({ name }) => name === 'order_desc')?.value ?? ''
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

/** What a person types, key by key. */
export const typed: readonly string[] = ['recurring boots', 'inv-2022-06-000', 'declined adler', '49.90']
