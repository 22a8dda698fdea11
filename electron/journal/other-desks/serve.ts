/** The thread of the copied logs: opens their file, then serves the port. */
import type { MessagePort } from 'node:worker_threads'
import { failed, success, type Result } from '#shared/result.ts'
import { describeError, type Log } from '../../common/processes/log.ts'
import { serve } from '../../common/processes/rpc.ts'
import { channelOver } from '../../common/processes/thread.ts'
import type { Connection } from '../connection.ts'
import { plainReason } from '../sqlite-failure.ts'
import type { JournalThreadReport, OtherDesksThreadData } from '../thread-messages.ts'
import { logSkipped } from './skip-failures.ts'
import { createOtherDesks } from './methods.ts'
import { openOtherDesks } from './open.ts'

/** Serves the copies to the other side of a port. If they do not open, reports the reason and ends. */
export function serveOtherDesks(
  main: MessagePort, { otherDesksPath, ownDeskId }: Omit<OtherDesksThreadData, 'logFolder'>, log: Log,
): void {
  const opened = opening(() => openOtherDesks(otherDesksPath, ownDeskId))
  if (!opened.ok) {
    log.error('copied-logs-not-opened', { failure: opened.failure })
    const failure = { code: 'unusable', detail: opened.failure } as const
    main.postMessage({ journal: 'not-opened', failure } satisfies JournalThreadReport)
    return
  }
  const calls = createOtherDesks(opened.value, undefined, logSkipped(log))
  serve(channelOver(main), calls, (error) => { log.error('copied-logs-defect', describeError(error)) })
  main.postMessage({ journal: 'opened', calls: Object.keys(calls) } satisfies JournalThreadReport)
}

function opening(open: () => Connection): Result<Connection, string> {
  try {
    return success(open())
  } catch (error) {
    return failed(plainReason(error) ?? 'The file cannot be opened.')
  }
}
