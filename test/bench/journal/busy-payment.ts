/** A payment with 500 events: its 3-D Secure steps, as a status query found each of them. */
import type { EntryId, Masked, MerchantOrderId, OrderId, SerialNumber, UtcTime } from '#shared/brands.ts'
import type { Result } from '#shared/result.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { numberedEntry } from './entries.ts'

const events = 500

/** Its ids differ from those of all numbered entries: benchmarks continue writing where the journal ends. */
const ids = {
  entryId: 'ffffffff-4000-4000-8000-000000000500' as EntryId,
  merchantOrderId: 'busy-payment' as MerchantOrderId,
  orderId: '500500500500' as OrderId,
  serialNumber: '00000000-0000-0000-0000-00000000f500' as SerialNumber,
}

export const busyPayment = ids.entryId

/** The first sale from this number on. */
function saleFrom(number: number): ReturnType<typeof numberedEntry> {
  const entry = numberedEntry(number)
  return entry.intent.operation === 'sale' ? entry : saleFrom(number + 1)
}

/** Records it at the end of a journal with this many other entries. Throws if the journal refuses an event. */
export async function recordBusyPayment(journal: JournalPort, entries: number): Promise<void> {
  const entry = saleFrom(entries)
  const intent = { ...entry.intent, entryId: ids.entryId, merchantOrderId: ids.merchantOrderId }
  const outcome = {
    ...entry.outcome, entryId: ids.entryId, orderId: ids.orderId, serialNumber: ids.serialNumber,
    reply: `type=async-response\n&serial-number=${ids.serialNumber}\n&merchant-order-id=${ids.merchantOrderId}\n`
      + `&paynet-order-id=${ids.orderId}\n&status=processing\n` as Masked,
  }
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
      orderId: ids.orderId, serialNumber: ids.serialNumber, errorCode: null, errorText: null, lastFour: '0001',
      reply: outcome.reply, resolves: false,
    }))
  }
  for (const answer of answers) if (!answer.ok) throw new Error(`not recorded: ${JSON.stringify(answer.failure)}`)
}
