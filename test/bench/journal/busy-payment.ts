/** A payment with 500 events: its 3-D Secure steps, as a status query found each of them. */
import type { EntryId, Masked, UtcTime } from '#shared/brands.ts'
import type { Result } from '#shared/result.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { madeEntry } from './entries.ts'

const events = 500

/** The first sale from this number on. */
function saleFrom(number: number): ReturnType<typeof madeEntry> {
  const made = madeEntry(number)
  return made.intent.operation === 'sale' ? made : saleFrom(number + 1)
}

/** The payment of a journal with this many other entries. */
export function busyPayment(entries: number): EntryId {
  return saleFrom(entries).intent.entryId
}

/** Records it. Throws if the journal refuses an event. */
export async function recordBusyPayment(journal: JournalPort, entries: number): Promise<void> {
  const { intent, outcome } = saleFrom(entries)
  const began = Date.parse(outcome.at)
  const answers: Result<unknown, unknown>[] = [
    await journal.recordIntent(intent),
    await journal.recordOutcome({
      ...outcome, kind: 'answered', fault: null, httpStatus: 200, status: 'processing', errorCode: null, errorText: null,
    }),
  ]
  for (let count = 1; count <= events - 2; count++) {
    answers.push(await journal.recordObservation({
      entryId: intent.entryId, at: new Date(began + count * 3_000).toISOString() as UtcTime,
      status: count < events - 2 ? 'processing' : 'approved', stage: null, step: `step ${count}`,
      orderId: outcome.orderId, serialNumber: outcome.serialNumber, errorCode: null, errorText: null, lastFour: '0001',
      reply: (outcome.reply ?? '') as Masked, resolves: false,
    }))
  }
  for (const answer of answers) if (!answer.ok) throw new Error(`not recorded: ${JSON.stringify(answer.failure)}`)
}
