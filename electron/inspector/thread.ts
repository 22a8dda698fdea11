/** Entry of a diagnosis's worker thread: it runs one diagnosis, then ends. */
import { createPublicKey } from 'node:crypto'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { readPasted } from '#shared/inspector/reading/read-pasted.ts'
import { connect } from '../common/processes/rpc.ts'
import { diagnose } from './diagnose.ts'
import { ownership } from './ownership.ts'
import type { DiagnosisRequest } from './port.ts'
import { fittingProfile } from './profile-choice.ts'
import { shownDiagnosis } from './shown.ts'
import type { ThreadHelp } from './thread-api.ts'

/** The time limit for the search among pairs. */
const limitMs = 10_000
const emitEveryMs = 100

if (parentPort === null) throw new Error('a diagnosis runs as a worker thread')
const channel: MessagePort = parentPort
const help = connect<ThreadHelp>({
  post: (message) => { channel.postMessage(message) },
  onMessage: (listener) => channel.on('message', listener),
  onEnd: (listener) => channel.on('close', () => { listener('the diagnosis was ended') }),
})

// CommonJS has no top-level await; an exception ends the thread, which main notices.
void run(workerData as DiagnosisRequest)

async function run(request: DiagnosisRequest): Promise<void> {
  const { text, hints, profiles, chosen, keys, now } = request
  const profile = profiles.find(({ id }) => id === chosen) ?? fittingProfile(readPasted(text), hints, profiles)
  const named = ownership(profile, profiles)
  const hasSecrets = profiles.some(({ hasSecret }) => hasSecret)
  let emittedAt = performance.now()

  const diagnosis = await diagnose({
    text, hints, now, limitMs, switches: profile.switches, endpointCurrency: null, profileLogin: profile.login,
    entryPoints: profile.entryPoints,
    otherEntryPoints: [...new Set(profiles.flatMap(({ entryPoints }) => entryPoints.map(({ id }) => id)))],
    currencies: Object.fromEntries(profile.entryPoints.flatMap(({ id, currency }) =>
      currency === null ? [] : [[id, currency]])),
    keys: named.keys(keys).map(({ pem, ...known }) => ({ key: createPublicKey(pem), ...known })),
    matchControl: !hasSecrets ? null : async (control, candidates) =>
      (await help.matchControl({ first: profile.id, control, candidates }))?.map(named.match) ?? null,
    matchHmac: !hasSecrets ? null : async (hmac) =>
      (await help.matchHmac({ first: profile.id, ...hmac })).map(named.match),
    nonceUse: (nonce) => help.nonceUse({ nonce }),
    progress(tried) {
      if (performance.now() - emittedAt < emitEveryMs) return
      emittedAt = performance.now()
      void help.progress({ tried })
    },
  })
  const by = chosen === profile.id ? 'person' : profile === profiles[0] ? 'current' : 'request'
  await help.finish(shownDiagnosis(named.withProfile(diagnosis), { id: profile.id, name: profile.name, by }))
}
