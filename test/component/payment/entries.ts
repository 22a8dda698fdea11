// Journal entries about an order with their events; without a screen.
import type { Masked, UtcTime } from '#shared/brands.ts'
import type { EntryDetail, EntryEvent, HistoryRow } from '#shared/model/history/history.ts'
import { aRow } from '../screen-support/data.ts'

export const at = (clock: string): UtcTime => `2026-11-20T${clock}.000Z` as UtcTime

export const intent = (clock: string, reason: string | null = null): EntryEvent =>
  ({ kind: 'intent', at: at(clock), who: 'm.keller', reason: reason as Masked | null })

export const outcome = (clock: string, changes: Partial<Extract<EntryEvent, { kind: 'outcome' }>> = {}): EntryEvent => ({
  kind: 'outcome', at: at(clock), outcome: 'accepted', fault: null, httpStatus: 200, status: null, stage: null,
  errorCode: null, errorText: null, durationMs: 400, reply: 'type=async-response' as Masked, ...changes,
})

export const seen = (
  clock: string, status: string, stage: string | null, changes: Partial<Extract<EntryEvent, { kind: 'observation' }>> = {},
): EntryEvent => ({
  kind: 'observation', at: at(clock), lastAt: at(clock), repeats: 0, status, stage, step: null, errorCode: null,
  errorText: null, reply: `status=${status}` as Masked, resolves: false, ...changes,
})

export function anEntry(changes: Partial<HistoryRow>, events: readonly EntryEvent[]): EntryDetail {
  return {
    row: aRow({ at: at('09:41:07'), ...changes }), url: 'https://staging.gate.example/gw/api/v2/make-rebill-sale/22903',
    login: 'acme-shop', gatewayAt: null, fields: [], signedText: `signed-${changes.entryId ?? 'entry-1'}{merchant_control}` as Masked, askedSerialNumber: null, events, notes: [],
  }
}

const approvedLater = [
  intent('09:41:07', 'customer called'), outcome('09:41:08'),
  seen('09:41:10', 'processing', 'sale_filtering', { repeats: 1, lastAt: at('09:41:12') }),
  seen('09:41:13', 'approved', 'sale_approved', {
    reply: 'status=approved&processor-rrn=510321889824&approval-code=242805' as Masked,
  }),
]

/** A recurrent payment of 10.15 USD, approved six seconds after it was sent. */
export const aCharge = (changes: Partial<HistoryRow> = {}, events: readonly EntryEvent[] = approvedLater) =>
  anEntry({ state: 'approved', ...changes }, events)
