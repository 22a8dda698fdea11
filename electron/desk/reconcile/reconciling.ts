/** The calls about statements. A separate thread does the work; main passes entries and files to it. */
import { maskFreeText, maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import type { ProfileId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { ChannelEnded } from '../../common/processes/rpc.ts'
import { utcTime } from '../../common/processes/time.ts'
import type { CallsOf } from '../calls.ts'
import type { History } from '../history/index.ts'
import { whoActs } from '../maintenance/index.ts'
import type { TableSource } from '../../tables/port.ts'
import type { Emit, Services } from '../services.ts'
import { entriesOfHistory } from './entries.ts'
import { runComparison, type Run } from './run.ts'
import { saveResult } from './save.ts'

interface Reconciling {
  readonly calls: CallsOf<'reconcile'>
  /** Drops the open statement and result, and stops a running comparison. */
  drop(): void
}

/** Creates the calls. */
export function reconciling(services: Services, history: Pick<History, 'others'>, emit: Emit): Reconciling {
  const { reconcile, system } = services
  const entries = entriesOfHistory(services, history)
  let running: Run | null = null

  async function opened(
    source: TableSource, fileName: string, profileId: ProfileId,
  ): Promise<CallAnswer<'reconcile.openFile'>> {
    if (services.profiles.get(profileId) === null) return failed({ code: 'no-such-profile' })
    stop()
    return await reconcile.openStatement({
      source, statementId: system.randomHex(16), fileName: maskWrittenCards(fileName), profileId,
    })
  }

  function stop(): void {
    if (running !== null) running.cancelled = true
  }

  return {
    calls: whileOpen({
      async 'reconcile.openFile'({ profileId }) {
        const file = await system.chooseTable('Open statement')
        if (file === null) return failed({ code: 'cancelled' })
        if (!file.ok) return file
        return await opened({ kind: 'bytes', bytes: file.value.bytes }, file.value.fileName, profileId)
      },
      'reconcile.openDropped': ({ profileId, fileName, bytes }) =>
        opened({ kind: 'base64', text: bytes }, fileName, profileId),
      'reconcile.columns': (input) => reconcile.columns(input),
      async 'reconcile.run'(input) {
        stop()
        const run: Run = { input, cancelled: false }
        running = run
        const done = await runComparison(services, entries, run, emit)
        if (running === run) running = null
        return done
      },
      async 'reconcile.cancel'({ statementId }) {
        if (running?.input.statementId === statementId) stop()
        return success(null)
      },
      'reconcile.results': async (input) => success(await reconcile.results(input)),
      'reconcile.open': (input) => reconcile.open(input),
      'reconcile.rows': (input) => reconcile.rows(input),
      async 'reconcile.decide'({ resultId, place, decision }) {
        const result = await reconcile.open({ resultId })
        if (!result.ok) return result
        const reason = maskFreeText(decision.reason)
        const common = { place, who: whoActs(services), at: utcTime(system.now()), reason }
        if (decision.kind !== 'match') {
          return decided(await reconcile.decide({ resultId, wanted: { ...common, kind: decision.kind } }))
        }
        const { profileId } = result.value
        const found = await entries.byIds(profileId, [decision.id])
        if (!found.ok) return found
        return decided(await reconcile.decide({
          resultId, wanted: { ...common, kind: 'match', found: found.value, reading: entries.readingFor(profileId) },
        }))
      },
      'reconcile.save': (input) => saveResult(services, input),
      'reconcile.remove': async (input) => success(await reconcile.remove(input)),
    }),
    drop() {
      stop()
      reconcile.drop()
    },
  }
}

function decided(answer: Awaited<ReturnType<Services['reconcile']['decide']>>): CallAnswer<'reconcile.decide'> {
  if (answer.ok) return success({ kind: 'done', result: answer.value })
  return answer.failure.code === 'problem'
    ? success({ kind: 'problem', problem: answer.failure.problem })
    : failed(answer.failure)
}

/** If the end of the thread interrupts a call, it is cancelled: by a lock, or by another statement. */
function whileOpen(calls: CallsOf<'reconcile'>): CallsOf<'reconcile'> {
  const guardedCalls = Object.entries(calls).map(([name, call]) => [name, async (input: never) => {
    try {
      return await (call as (given: never) => Promise<Result<unknown, Failure>>)(input)
    } catch (error) {
      if (error instanceof ChannelEnded) return failed({ code: 'cancelled' })
      throw error
    }
  }])
  return Object.fromEntries(guardedCalls) as CallsOf<'reconcile'>
}
