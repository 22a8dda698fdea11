/**
 * The entries of the journal in the benchmark: those of a busy shop, with their distribution (few amounts and words
 * are frequent, a few cards pay often) and their ids. The entry with a number is the same in every run.
 */
import type {
  CardReference, EntryId, Masked, MerchantKey, MerchantOrderId, MinorUnits, OrderId, ProfileId, SerialNumber, UtcTime,
} from '#shared/brands.ts'
import { createsOrder, effectOf, operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { Intent, OutcomeRecord } from '../../../electron/journal/port.ts'
import { diceAt, type Dice } from './random.ts'

const subjects = ['subscription', 'boots', 'membership', 'ticket', 'insurance', 'lamp', 'course', 'garden', 'hotel', 'camera'] as const
const qualities = ['monthly', 'winter', 'yearly', 'premium', 'family', 'blue', 'second', 'Größe', 'refill', 'trial'] as const
const names = ['Adler', 'Bauer', 'Castro', 'Dubois', 'Eriksen', 'Fischer', 'García', 'Horvat', 'Ivanov', 'Jansen'] as const
const people = ['mara', 'jonas', 'pia', 'tom', 'svea', 'oskar'] as const
const currencies = ['USD', 'EUR', 'GBP', 'SEK'] as const
const commonAmounts = ['999', '1000', '4990'] as const
const shops = ['Acme Shop', 'Acme Travel', 'Northwind', 'Blue Garden'] as const
const payments = ['recurrent-payment', 'recurrent-payment', 'sale', 'return'] as const
const reads = ['status', 'status', 'get-card-info'] as const
const states = ['approved', 'approved', 'declined', 'filtered', 'declined'] as const
type ErrorOfReply = readonly [code: string, text: string]
const errors: readonly [ErrorOfReply, ...ErrorOfReply[]] = [
  ['116', 'Not sufficient funds'], ['100', 'Do not honour, call the issuer'], ['54', 'Expired card'],
  ['2001', 'Declined by the risk filter: velocity'], ['51', 'Limit exceeded for this period'],
  ['91', 'Issuer or switch is inoperative'], ['1001', 'Stolen card, pick up'],
]

const firstMoment = Date.UTC(2022, 0, 3)
const millisecondsApart = 75_000
const masked = (text: string): Masked => text as Masked
const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** One operation: its request and its end. */
export interface NumberedEntry {
  readonly intent: Intent
  readonly outcome: OutcomeRecord
}

/** The entry with this number, counted from 0. */
export function numberedEntry(number: number): NumberedEntry {
  const dice = diceAt(number)
  const operation: OperationId = dice.chance(65) ? dice.oneOf(payments) : dice.oneOf(reads)
  const at = new Date(firstMoment + number * millisecondsApart)
  const intent = intentOf(number, operation, at, dice)
  return { intent, outcome: outcomeOf(number, intent, at, dice) }
}

function intentOf(number: number, operation: OperationId, moment: Date, dice: Dice): Intent {
  const effect = effectOf(operations[operation])
  const isOrder = createsOrder(operations[operation])
  const shop = dice.number(shops.length)
  const card = 1_000_000 + dice.oneOfSkewed([60_000, 20_000, 4_000]) + Math.floor(dice.number(60_000) ** 2 / 60_000)
  const minor = dice.chance(50) ? dice.oneOfSkewed(commonAmounts) : String(100 + dice.number(250_000))
  const month = moment.toISOString().slice(0, 7)
  const merchantOrderId = `inv-${month}-${String(number).padStart(9, '0')}`
  const amount = `${minor.slice(0, -2)}.${minor.slice(-2)}`
  const movesMoney = effect === 'moves-money'
  const currency = dice.oneOfSkewed(currencies)
  const description = `${dice.chance(50) ? 'Recurring' : 'Single'} ${dice.oneOf(qualities)} ${dice.oneOfSkewed(subjects)} ${dice.oneOf(names)}`
  const fields = [
    ['login', 'acme-shop'], ['client_orderid', merchantOrderId], ['cardrefid', String(card)], ['order_desc', description],
    ['amount', amount], ['currency', currency], ['ipaddress', `203.0.113.${dice.number(250)}`],
    ['server_callback_url', 'https://shop.example/payments/callback'], ['control', 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX'],
  ] as const
  return {
    entryId: `${hex(number, 8)}-4000-4000-8000-${hex(dice.number(2 ** 32), 12)}` as EntryId,
    at: moment.toISOString() as UtcTime, who: dice.oneOfSkewed(people),
    profileId: `0000000${shop}-1111-4222-8333-444444444444` as ProfileId, profileName: shops[shop] ?? shops[0],
    merchantKey: `https://sandbox.gateway.example gw shop-${shop}` as MerchantKey, environment: 'sandbox', operation, effect, createsOrder: isOrder,
    entryPoint: { kind: 'endpoint', id: '22903', currency },
    merchantOrderId: merchantOrderId as MerchantOrderId,
    orderId: isOrder ? null : orderIdOf(number), askedSerialNumber: null,
    cardReference: isOrder || operation === 'get-card-info' ? String(card) as CardReference : null,
    minorAmount: movesMoney ? minor as MinorUnits : null, currency: movesMoney ? currency : null,
    enumeratedMinorAmounts: [],
    fields: fields.slice(0, movesMoney ? fields.length : 3).map(([name, value]) => ({ name, value: masked(value) })),
    url: `https://sandbox.gateway.example/gw/api${operations[operation].path}22903`,
    signedText: masked(`22903${merchantOrderId}${minor}${currency}${card}[control secret]`),
    reason: dice.chance(3) ? masked('The customer agreed by phone') : null,
    login: 'acme-shop', gatewayAt: null, releasesHold: false,
    reviewed: movesMoney ? { minorAmount: minor as MinorUnits, currency } : null,
  }
}

function orderIdOf(number: number): OrderId {
  return String(6_768_788 + number * 3) as OrderId
}

function outcomeOf(number: number, intent: Intent, moment: Date, dice: Dice): OutcomeRecord {
  const reading = intent.effect === 'reads'
  // One in some thousands stays unknown.
  const lost = !reading && dice.number(5_000) === 0
  // Also open outcomes, which a desk checks until few are left.
  const broken = dice.number(2_000) === 0
  const status = reading ? null : broken ? 'error' : dice.oneOf(states)
  const [errorCode, errorText] = status === 'approved' || status === null || lost ? [null, null] : dice.oneOfSkewed(errors)
  const serialNumber = `00000000-0000-0000-0000-${hex(0x2d90000 + number * 7, 12)}`
  const lastFour = String((Number(intent.cardReference ?? number) * 7_919) % 10_000).padStart(4, '0')
  const reply = `type=${reading ? 'status-response' : 'async-response'}\n&serial-number=${serialNumber}\n`
    + `&merchant-order-id=${intent.merchantOrderId ?? ''}\n&paynet-order-id=${orderIdOf(number)}\n&status=${status ?? 'approved'}\n`
    + `&last-four-digits=${lastFour}\n&card-type=${Number(lastFour) % 2 === 0 ? 'VISA' : 'MASTERCARD'}\n`
    + `&cardholder-name=${names[Number(lastFour) % names.length] ?? ''}+${dice.oneOf(people)}\n&card-hash-id=h${lastFour}-${number % 7}\n`
    + `&processor-rrn=${String(510_000_000_000 + number)}\n&processor-tx-id=PTX${hex(number, 8)}\n&approval-code=${hex(number % 900_000, 6)}\n`
    + `&receipt-id=${hex(number * 31, 12)}\n&transaction-date=${moment.toISOString().slice(0, 19).replace('T', '+')}+UTC\n`
  return {
    entryId: intent.entryId, at: new Date(moment.getTime() + 900).toISOString() as UtcTime,
    kind: lost ? 'unknown' : 'answered', fault: lost ? 'answer-timeout' : null, httpStatus: lost ? null : 200,
    status: lost ? null : status, stage: null, orderId: lost ? null : orderIdOf(number),
    serialNumber: lost ? null : serialNumber as SerialNumber,
    errorCode, errorText: errorText === null ? null : masked(errorText), lastFour: lost ? null : lastFour,
    reply: lost ? null : masked(reply), durationMs: 300 + dice.number(900),
  }
}
