/** Entry of the diagnosis' worker thread: one diagnosis, then it is done. */
import { createPublicKey } from 'node:crypto'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { connect } from '../common/rpc.ts'
import { diagnose } from './diagnose.ts'
import type { DiagnosisRequest } from './port.ts'
import { shownDiagnosis } from './shown.ts'
import type { ThreadHelp } from './thread-api.ts'

/** The longest search among pairs. */
const limitMs = 10_000
const tellEveryMs = 100

if (parentPort === null) throw new Error('a diagnosis runs as a worker thread')
const channel: MessagePort = parentPort
const help = connect<ThreadHelp>({
  post: (message) => { channel.postMessage(message) },
  onMessage: (listener) => channel.on('message', listener),
  onEnd: (listener) => channel.on('close', () => { listener('the diagnosis was ended') }),
})

// CommonJS has no await of its own; what is thrown ends the thread, and the main side hears of it.
void run(workerData as DiagnosisRequest)

async function run(request: DiagnosisRequest): Promise<void> {
  const { text, hints, switches, keys, hasSecrets, otherEntryPoints, currencies } = request
  let toldAt = performance.now()

  const diagnosis = await diagnose({
    text, hints, switches, otherEntryPoints, currencies, endpointCurrency: null, limitMs,
    keys: keys.map(({ pem, causes }) => ({ key: createPublicKey(pem), causes })),
    matchControl: hasSecrets ? (control, candidates) => help.matchControl({ control, candidates }) : null,
    matchHmac: hasSecrets ? (request) => help.matchHmac(request) : null,
    progress(tried) {
      if (performance.now() - toldAt < tellEveryMs) return
      toldAt = performance.now()
      void help.progress(tried)
    },
  })
  await help.finish(shownDiagnosis(diagnosis))
}
