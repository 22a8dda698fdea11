/** Entry of the killed process: the application's main side, which sends batches. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Batch } from '#shared/model/payments/batch.ts'
import { merchant } from '../../../../electron/sandbox/requests/merchant.ts'
import { textOf, type Cells } from '../../../support/fixtures/batch-rows.ts'
import type { Installation } from '../messages.ts'
import { resolveAll, valueOf } from '../resolve.ts'
import { send, serve } from '../serve.ts'
import { openApplication, type Application } from '../services.ts'
import type { FoundBatch, FoundRow, FromBatchProcess, ToBatchProcess } from './messages.ts'

const installation = JSON.parse(process.argv[2] ?? '') as Installation
/** Shorter than the test's patience, however slow the computer. */
const longestMs = 10_000

const report = send<FromBatchProcess>
let opened: Application | null = null

serve<ToBatchProcess>(async (message) => {
  if (message.kind === 'end') {
    await opened?.end()
    process.disconnect()
    return
  }
  if (message.kind === 'begin') {
    opened = await openApplication(installation, { profile: { batches: { perSecond: null, atOnce: 4 } } })
    report({ kind: 'begun', batch: await newest(opened) })
    return
  }
  if (opened === null) throw new Error('nothing is open')
  if (message.kind === 'ask') await resolveAll(opened, new Set())
  else await sendAll(opened, message.rows)
  report({ kind: message.kind === 'ask' ? 'asked' : 'rested', batch: await newest(opened) })
})

async function sendAll(application: Application, rows: readonly Cells[] | null): Promise<void> {
  const { calls } = application
  const { batchId, state } = rows === null ? await newestListed(application) : await start(application, rows)
  if (state === 'paused') valueOf(await calls['batches.resume']({ batchId }))
  const until = performance.now() + longestMs
  while (performance.now() < until && valueOf(await calls['batches.show']({ batchId })).state === 'running') await wait(20)
}

async function start({ calls, profileIds: [profileId] }: Application, rows: readonly Cells[]): Promise<Batch> {
  const { draftId, version } = valueOf(await calls['batches.openText']({
    profileId, entryPoint: { kind: 'endpoint', id: merchant.endpointId, currency: merchant.currency },
    operation: 'recurrent-payment', text: textOf('recurrent-payment', rows),
  }))
  const batch = valueOf(await calls['batches.start']({ draftId, version }))
  if (batch.rows !== rows.length) throw new Error(`only ${batch.rows} of ${rows.length} rows are ready`)
  return batch
}

async function newestListed({ calls, profileIds: [profileId] }: Application): Promise<Batch> {
  const [batch] = valueOf(await calls['batches.list']({ profileId }))
  if (batch === undefined) throw new Error('there is no batch')
  return batch
}

async function newest(application: Application): Promise<FoundBatch | null> {
  const { calls, profileIds: [profileId] } = application
  if (valueOf(await calls['batches.list']({ profileId })).length === 0) return null
  const { batchId, state, paused } = await newestListed(application)
  const rows: FoundRow[] = []
  for (;;) {
    const page = valueOf(await calls['batches.rows']({ batchId, show: 'all', sort: 'line', from: rows.length, count: 200 }))
    for (const { merchantOrderId, state: rowState, entryId } of page.rows) {
      rows.push({ merchantOrderId, state: rowState, entryId })
    }
    if (page.rows.length === 0 || rows.length >= page.total) return { state, why: paused?.why ?? null, rows }
  }
}
