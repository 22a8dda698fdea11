/** The report for gateway support. It is built from masked values, never searched for secrets afterwards. */
import type { Masked, UtcTime } from '#shared/brands.ts'
import { catalogues } from '#shared/customer-texts/catalogues.ts'
import type { DocumentTexts } from '#shared/customer-texts/document-texts.ts'
import { amountIn, filled } from '#shared/customer-texts/format.ts'
import type { CustomerLanguage } from '#shared/customer-texts/language.ts'
import { builtFromMasked, maskFreeText, maskWrittenCards, maskValue } from '#shared/gateway/requests/masking.ts'
import type { EntryDetail, EntryEvent } from '#shared/model/history/history.ts'
import type { Block, PrintedDocument } from '../../common/documents/document.ts'
import { bothTimes } from '../../common/processes/time.ts'
import type { CheckedCallback } from '../callbacks/index.ts'
import type { InvestigationFacts } from './facts.ts'
import { isLeftOut, replyWithout } from './left-out.ts'

interface Wording {
  readonly language: CustomerLanguage
  readonly reading: InvestigationFacts['reading']
  readonly texts: DocumentTexts['report']
}

/** The report in a language; values of the gateway stay unchanged. */
export function investigationDocument(facts: InvestigationFacts, language: CustomerLanguage): PrintedDocument {
  const { report: texts, test } = catalogues[language].documents
  const { page, login, reading, callbacks, writtenAt, isSigned } = facts
  const { entries } = page
  const { labels } = texts
  const wording = { language, reading, texts }
  const count = String(entries.length)
  return {
    language, title: texts.title, sender: null,
    blocks: [
      ...(page.environment === 'production' ? [] : [{ kind: 'warning', text: test } as const]),
      { kind: 'paragraph', text: texts.text },
      { kind: 'paragraph', text: isSigned ? texts.signed : texts.unsigned },
      rows([
        [labels.written, timeOf(writtenAt)],
        [labels.environment, open(page.environment)],
        [labels.login, open(login ?? texts.notKnown)],
        [page.entryPoint.kind === 'endpoint' ? labels.endpoint : labels.group, maskFreeText(page.entryPoint.id)],
        [labels.orderId, open(page.orderId ?? texts.notKnown)],
        [labels.merchantOrderId, maskWrittenCards(page.merchantOrderId ?? texts.notKnown)],
        [labels.requests, open(filled(page.cut ? texts.newestOnly : texts.oldestFirst, { count }))],
      ]),
      ...entries.flatMap((entry, index) => entryBlocks(entry, index + 1, wording)),
      ...callbacks.flatMap((callback) => callbackBlocks(callback, texts)),
    ],
  }
}

function entryBlocks(entry: EntryDetail, number: number, wording: Wording): Block[] {
  const { row, fields, url, askedSerialNumber, signedText } = entry
  const { texts: { labels, ...texts } } = wording
  const isRemoved = row.contentRemovedAt !== undefined
  return [
    { kind: 'heading', text: filled(texts.request, { number: String(number), operation: row.operation }) },
    rows([
      [labels.time, timeOf(row.at)],
      [labels.serialNumber, open(row.serialNumber ?? texts.none)],
      [labels.askedSerialNumber, askedSerialNumber === null ? null : open(askedSerialNumber)],
      [labels.orderId, open(row.orderId ?? texts.none)],
      [labels.merchantOrderId, maskWrittenCards(row.merchantOrderId ?? texts.none)],
      [labels.amount, row.minorAmount === null ? null : open(amountOf(entry, wording))],
      [labels.state, open(row.state)],
      [labels.address, open(url)],
      [labels.contentRemoved, row.contentRemovedAt === undefined ? null : timeOf(row.contentRemovedAt)],
    ]),
    ...(isRemoved ? [] : [
      quote(labels.fields, lines(fields.map(({ name, value }) => [name, isLeftOut(name) ? texts.leftOut : value]))),
      quote(labels.signedText, signedText),
    ]),
    ...entry.events.flatMap((event) => eventBlocks(event, wording.texts)),
  ]
}

function eventBlocks(event: EntryEvent, texts: Wording['texts']): Block[] {
  const { labels } = texts
  switch (event.kind) {
    case 'intent': return []
    case 'outcome': return [
      rows([
        [labels.outcome, open(words([event.outcome, event.fault, httpStatusOf(event.httpStatus)]))],
        [labels.received, open(filled(texts.after, { time: timeOf(event.at), ms: String(event.durationMs) }))],
        ...statusRows(event, texts),
      ]),
      ...replyBlocks(event.reply, texts),
    ]
    case 'closing': return [
      rows([
        [texts.closed[event.closes], timeOf(event.at)],
        [labels.reason, event.reason],
        ...statusRows({ ...event, status: null, stage: null }, texts),
      ]),
      ...replyBlocks(event.reply, texts),
    ]
    case 'observation': return [
      rows([
        [labels.statusChecked, timeOf(event.at)],
        ...statusRows(event, texts),
        [labels.threeDSecureStep, event.step === null ? null : open(event.step)],
      ]),
      ...replyBlocks(event.reply, texts),
    ]
  }
}

type ReportedStatus = Pick<Extract<EntryEvent, { kind: 'outcome' }>, 'status' | 'stage' | 'errorCode' | 'errorText'>
type Value = readonly [label: string, value: Masked | null]

function statusRows({ status, stage, errorCode, errorText }: ReportedStatus, { labels }: Wording['texts']): Value[] {
  return [
    [labels.status, status === null ? null : open(words([status, stage]))],
    [labels.code, errorCode === null ? null : open(errorCode)],
    [labels.message, errorText],
  ]
}

function replyBlocks(reply: Masked | null, { labels, leftOut }: Wording['texts']): Block[] {
  return reply === null ? [] : [quote(labels.reply, replyWithout(reply, leftOut))]
}

/** SECURITY: only the fields that the control covers; anybody could have written the others. */
function callbackBlocks({ at, check }: CheckedCallback, { labels, callback }: Wording['texts']): Block[] {
  const covered = check.fields.filter((field) => field.covered)
  return [
    { kind: 'heading', text: callback.title },
    { kind: 'paragraph', text: callback.text },
    rows([[labels.callbackChecked, timeOf(at)]]),
    quote(labels.callbackFields, lines(covered.map(({ name, value }) => [name, value]))),
    quote(labels.signedText, check.signedText),
  ]
}

/** Rows of the values that exist. */
function rows(values: readonly Value[]): Block {
  return { kind: 'rows', rows: values.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])) }
}

function quote(label: string, text: Masked): Block {
  return { kind: 'quote', label, text }
}

/** One line per field. SECURITY: further lines of a value are indented, so that none looks like a field. */
function lines(pairs: readonly (readonly [name: string, value: string])[]): Masked {
  return builtFromMasked(pairs.map(([name, value]) => `${name} = ${value.replaceAll('\n', '\n    ')}`).join('\n'))
}

function amountOf({ row }: EntryDetail, { language, reading, texts }: Wording): string {
  const major = amountIn(language, { minorAmount: row.minorAmount, currency: row.currency, reading })
  return words([major, filled(texts.minorUnits, { count: row.minorAmount ?? '' })])
}

function timeOf(at: UtcTime): Masked {
  return open(bothTimes(Date.parse(at)))
}

function httpStatusOf(status: number | null): string | null {
  return status === null ? null : `HTTP ${status}`
}

function words(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ')
}

/** Text that may be shown unchanged: ids, times, fixed words of the program and the gateway. */
function open(text: string): Masked {
  return maskValue('open', text)
}
