/** What stays of an entry whose content retention removes: its events without texts and whatever names a customer. */
import type { Masked, UtcTime } from '#shared/brands.ts'
import type { Closing, ContentRemoved, Intent, Observation, OutcomeRecord } from '../records.ts'
import type { Connection } from '../connection.ts'
import { text } from '../row.ts'
import { movedAmountOf } from './entry-view.ts'
import { historyOf } from './events.ts'

/** An event as it is appended. */
export interface KeptCopy {
  readonly kind: string
  readonly at: UtcTime
  /** The record as JSON text. */
  readonly body: string
}

/** True for entries whose facts stay: a second charge, and a refund above the rest, are prevented by them. */
export function keepsFacts({ effect }: Pick<Intent, 'effect'>): boolean {
  return effect === 'moves-money' || effect === 'holds-money'
}

/**
 * The events of an entry without their content, in order: they say who is charged, by which operation, ids and
 * amounts, how it stands and who permitted it, and no more. Its state, order and net amount are the same by them.
 */
export function copiesWithoutContent(connection: Connection, entry: number, at: UtcTime): KeptCopy[] {
  const history = historyOf(connection, entry)
  const contentRemoved = { at, movedMinorAmount: movedAmountOf(history) }
  return connection.all('SELECT kind, at, body FROM event WHERE entry = ? ORDER BY id', entry).map((row) => {
    const kind = text(row, 'kind')
    const record: unknown = JSON.parse(text(row, 'body'))
    return { kind, at: text<UtcTime>(row, 'at'), body: JSON.stringify(withoutContent(kind, record, contentRemoved)) }
  })
}

function withoutContent(kind: string, record: unknown, contentRemoved: ContentRemoved): unknown {
  switch (kind) {
    case 'intent': return { ...intentWithoutContent(record as Intent), contentRemoved }
    case 'outcome': return { ...record as OutcomeRecord, ...noTexts, reply: null }
    case 'observation': return { ...record as Observation, ...noTexts, reply: nothing }
    case 'closing': return { ...record as Closing, reason: nothing, errorText: null, reply: null }
    // The team's permission names the desk, its entry and its place.
    default: return record
  }
}

const nothing = '' as Masked
const noTexts = { serialNumber: null, errorText: null, lastFour: null } as const

function intentWithoutContent(intent: Intent): Intent {
  // By its address a team knows whether the merchant is one of its own.
  const url = URL.parse(intent.url)?.origin ?? ''
  return { ...intent, askedSerialNumber: null, fields: [], url, signedText: nothing, reason: null }
}
