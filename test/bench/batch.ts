/**
 * `npm run bench -- batch`: 10,000 charges over loopback as one batch, beside charges that are reviewed and confirmed
 * one by one; `--size` is their number. Exit code 1 if a batch sends less than 0.8 as many a second, or if memory
 * grows with its rows.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { merchant } from '../../electron/sandbox/requests/merchant.ts'
import { charges, textOf, type Cells } from '../support/fixtures/batch-rows.ts'
import { besideGateway } from './kill/ground.ts'
import { valueOf } from './kill/resolve.ts'
import { openApplication, type Application } from './kill/services.ts'
import { isSmall, sizeOf } from './options.ts'

const goal = 0.8
/** More memory than a page of rows, their outcomes and the collector's delay need; less than all rows would. */
const mostGrownMb = 150
const singles = isSmall ? 20 : 500

const entryPoint = { kind: 'endpoint', id: merchant.endpointId, currency: merchant.currency } as const

await besideGateway('batch', async ({ folder, secret, gateway, ledger }) => {
  const application = await openApplication(
    { folder, baseUrl: `http://127.0.0.1:${gateway.port}`, secret }, { profile: { batches: { perSecond: null, atOnce: 4 } } })
  try {
    const rows = sizeOf({ whole: 10_000, small: 200 })
    const before = await ratePerSecond(singles / 2, () => sendSingles(application, charges(singles / 2, usual, 'before')))
    const { inBatch, grownMb } = await sendBatch(application, charges(rows, () => ({ cardReference: '1000304' })))
    const after = await ratePerSecond(singles / 2, () => sendSingles(application, charges(singles / 2, usual, 'after')))
    const alone = (before + after) / 2
    const sent = ledger().filter(({ order }) => order !== undefined).length
    console.log(`${rows} rows: ${inBatch.toFixed(0)} a second in a batch, ${alone.toFixed(0)} one by one: ${(inBatch / alone).toFixed(2)}`)
    console.log(`memory grew by ${grownMb.toFixed(0)} MB from the first tenth of the rows to the last; ${sent} charges in the ledger`)
    if (sent !== rows + singles) throw new Error('the ledger has other charges than were sent')
    if (!isSmall && (inBatch / alone < goal || grownMb > mostGrownMb)) process.exitCode = 1
  } finally {
    await application.end()
  }
})

function usual(row: number): Cells {
  return { amount: `${900 + row}.50` }
}

async function ratePerSecond(count: number, send: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await send()
  return count / (performance.now() - start) * 1_000
}

async function sendSingles({ calls, profileIds: [profileId] }: Application, rows: readonly Cells[]): Promise<void> {
  for (const values of rows) {
    const { intentId } = valueOf(await calls['payments.review']({
      profileId, entryPoint, operation: 'recurrent-payment', values, confidential: {},
    }))
    valueOf(await calls['payments.submit']({ intentId, reason: 'benchmark', acceptUnverifiedCard: true }))
  }
}

async function sendBatch(
  { calls, profileIds: [profileId] }: Application, rows: readonly Cells[],
): Promise<{ readonly inBatch: number; readonly grownMb: number }> {
  const { draftId, version } = valueOf(await calls['batches.openText']({
    profileId, entryPoint, operation: 'recurrent-payment', text: textOf('recurrent-payment', rows),
  }))
  let memoryAtATenth: number | null = null
  const start = performance.now()
  const { batchId } = valueOf(await calls['batches.start']({ draftId, version }))
  for (;;) {
    const { state, states } = valueOf(await calls['batches.show']({ batchId }))
    const waiting = states.waiting?.rows ?? 0
    if (memoryAtATenth === null && waiting <= rows.length * 0.9) memoryAtATenth = process.memoryUsage.rss()
    if (state !== 'running') {
      if (state !== 'ended') throw new Error(`the batch is ${state}`)
      break
    }
    await wait(500)
  }
  const seconds = (performance.now() - start) / 1_000
  const grown = process.memoryUsage.rss() - (memoryAtATenth ?? process.memoryUsage.rss())
  return { inBatch: rows.length / seconds, grownMb: grown / 1_048_576 }
}
