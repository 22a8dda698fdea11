/** Main's side of diagnoses: each has its own thread, which ends with it. */
import { Worker } from 'node:worker_threads'
import type { DiagnosisAnswer } from '#shared/model/answers/diagnosis.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { createDeadline } from '../common/processes/deadline.ts'
import { serve } from '../common/processes/rpc.ts'
import type { DiagnosisHelp, DiagnosisPort, DiagnosisRequest } from './port.ts'
import type { ThreadHelp } from './thread-api.ts'

type Answer = Result<DiagnosisAnswer, { readonly code: 'cancelled' | 'defect' }>

/** Longer than the search's own limit; reading that takes this long is aborted. */
const longestMs = 30_000

/**
 * Creates the port of diagnoses; no thread runs before the first diagnosis. `workerPath` is the built entry `thread`.
 */
export function createDiagnosis({ workerPath }: { workerPath: string }): DiagnosisPort {
  let cancelRunning: () => Promise<void> = async () => undefined

  return {
    async diagnose(request, help) {
      void cancelRunning()
      const run = startRun(workerPath, request, help)
      cancelRunning = () => run.end({ code: 'cancelled' })
      return await run.answer
    },
    cancel() { void cancelRunning() },
    end: () => cancelRunning(),
  }
}

function startRun(workerPath: string, request: DiagnosisRequest, help: DiagnosisHelp) {
  const { promise: answer, resolve } = Promise.withResolvers<Answer>()
  const worker = new Worker(workerPath, { workerData: request })
  const deadline = createDeadline(longestMs)
  const end = async (failure: { readonly code: 'cancelled' | 'defect' }): Promise<void> => {
    deadline.cancel()
    resolve(failed(failure))
    // SECURITY: ending the thread frees the pasted text, even during a search that never yields.
    await worker.terminate()
  }
  deadline.signal.addEventListener('abort', () => { void end({ code: 'defect' }) })
  worker.once('error', () => { void end({ code: 'defect' }) })
  worker.once('exit', () => { void end({ code: 'defect' }) })
  serve<ThreadHelp>({
    post: (message) => { worker.postMessage(message) },
    onMessage: (listener) => worker.on('message', listener),
    onEnd: () => undefined,
  }, {
    matchControl: help.matchControl,
    matchHmac: help.matchHmac,
    nonceUse: ({ nonce }) => help.nonceUse(nonce),
    async progress({ tried }) { help.progress(tried) },
    async finish(diagnosis) {
      resolve(success(diagnosis))
      await end({ code: 'defect' })
    },
  }, () => undefined)
  return { answer, end }
}
