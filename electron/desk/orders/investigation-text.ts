/** The text for gateway support: built line by line from masked values, never searched for secrets later. */
import type { Masked } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { builtFromMasked, maskedTemplate, maskFreeText, maskValue } from '#shared/gateway/masking.ts'
import { toMajorText } from '#shared/gateway/money.ts'
import type { EntryDetail, EntryEvent, HistoryRow } from '#shared/model/history.ts'
import type { OrderPage } from '#shared/model/order.ts'
import { bothTimes } from '../../common/time.ts'

/** `now`: milliseconds since 1970, the date of the text. `login` is null when the profile no longer exists. */
export interface InvestigationContext {
  readonly login: string | null
  readonly now: number
}

/** The journal's facts of an order, for a reader who has only the gateway's side of it. */
export function investigationText(page: OrderPage, { login, now }: InvestigationContext): Masked {
  const lines = [
    maskedTemplate`Order as recorded by this merchant's Gateway Console`,
    line('Written', open(bothTimes(now))),
    line('Environment', open(page.environment)),
    line('Merchant login', open(login ?? 'no longer known')),
    line(page.entryPoint.kind === 'endpoint' ? 'Endpoint' : 'Endpoint group', maskFreeText(page.entryPoint.id)),
    line('Order id', open(page.orderId ?? 'not known')),
    line('Merchant order id', maskFreeText(page.merchantOrderId ?? 'not known')),
    line('Requests', open(`${page.entries.length}${page.cut ? ', the newest only' : ''}, oldest first`)),
    ...page.entries.flatMap((entry, index) => entryLines(entry, index + 1)),
  ]
  return joined([...lines, empty])
}

const empty = open('')

function entryLines(entry: EntryDetail, number: number): Masked[] {
  const { row, fields, url, askedSerialNumber } = entry
  return [
    empty,
    maskedTemplate`--- Request ${open(String(number))}: ${open(row.operation)} ---`,
    line('Time', open(bothTimes(Date.parse(row.at)))),
    line('Serial number', open(row.serialNumber ?? 'none')),
    ...(askedSerialNumber === null ? [] : [line('Serial number in the request', open(askedSerialNumber))]),
    line('Order id', open(row.orderId ?? 'none')),
    line('Merchant order id', maskFreeText(row.merchantOrderId ?? 'none')),
    ...(row.minorAmount === null ? [] : [line('Amount', open(amountOf(row)))]),
    line('State', open(row.state)),
    line('Address', open(url)),
    maskedTemplate`Sent:`,
    ...fields.map(({ name, value }) => maskedTemplate`  ${open(name)} = ${value}`),
    ...entry.events.flatMap(eventLines),
  ]
}

function eventLines(event: EntryEvent): Masked[] {
  switch (event.kind) {
    case 'intent': return []
    case 'outcome': return [
      line('Outcome', open(words([event.outcome, event.fault, httpStatusOf(event.httpStatus)]))),
      line('Answer received', open(`${bothTimes(Date.parse(event.at))}, after ${event.durationMs} ms`)),
      ...statusLines(event),
      ...(event.reply === null ? [] : replyLines(event.reply)),
    ]
    case 'closing': return [
      line(closedAs[event.closes], open(bothTimes(Date.parse(event.at)))),
      line('Reason', event.reason),
      ...statusLines({ ...event, status: null, stage: null }),
      ...(event.reply === null ? [] : replyLines(event.reply)),
    ]
    case 'observation': return [
      line('Status checked', open(bothTimes(Date.parse(event.at)))),
      ...(event.repeats === 0 ? [] : [line('Unchanged until', open(bothTimes(Date.parse(event.lastAt))))]),
      ...statusLines(event),
      ...(event.step === null ? [] : [line('3-D Secure step', open(event.step))]),
      ...replyLines(event.reply),
    ]
  }
}

const closedAs = {
  'not-found': 'Closed as not found', 'error': 'Closed after an error', 'unknown': 'Closed although its end is unknown',
  'collision': 'Compared with its duplicate',
} as const satisfies Record<Extract<EntryEvent, { kind: 'closing' }>['closes'], string>

function words(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ')
}

type ReportedStatus = Pick<Extract<EntryEvent, { kind: 'outcome' }>, 'status' | 'stage' | 'errorCode' | 'errorText'>

function statusLines({ status, stage, errorCode, errorText }: ReportedStatus): Masked[] {
  return [
    ...(status === null ? [] : [line('Status', open(stage === null ? status : `${status}, stage ${stage}`))]),
    ...(errorCode === null ? [] : [line('Code', open(errorCode))]),
    ...(errorText === null ? [] : [line('Message', errorText)]),
  ]
}

function replyLines(reply: Masked): Masked[] {
  // A line feed ends each value of a reply; indented, its lines are distinct from the lines around them.
  const lines = reply.trimEnd().split('\n').map((text) => builtFromMasked(`  ${text}`))
  return [maskedTemplate`Reply:`, ...lines]
}

function amountOf({ minorAmount, currency }: HistoryRow): string {
  const digits = minorUnitDigits(currency ?? '')
  const major = digits === null || minorAmount === null ? '' : `${toMajorText(minorAmount, digits)} ${currency ?? ''}, `
  return `${major}${minorAmount ?? ''} minor units`
}

function httpStatusOf(status: number | null): string | null {
  return status === null ? null : `HTTP ${status}`
}

function line(label: string, value: Masked): Masked {
  return maskedTemplate`${open(label)}: ${value}`
}

/** Text that may be shown unchanged: ids, times, words of the program and of the gateway. */
function open(text: string): Masked {
  return maskValue('open', text)
}

function joined(lines: readonly Masked[]): Masked {
  return builtFromMasked(lines.join('\n'))
}
