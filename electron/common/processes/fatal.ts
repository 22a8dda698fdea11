import { withDeadline } from './deadline.ts'
import { describeError, type Log } from './log.ts'

/** Exit code of a module that ended because of an uncaught error. */
export const fatalExitCode = 70

/** How long the window with the sentence may keep a failed module alive. */
const notifyDeadlineMs = 60_000

const sentences = {
  main: 'Gateway Console met an unexpected error and has to close.',
  vault: 'The part of Gateway Console that keeps secrets met an unexpected error and has to close.',
  journal: 'The part of Gateway Console that keeps the history met an unexpected error and has to close.',
} as const

const whatNow = 'If a charge was in progress, money may have moved: start again and check under “Open outcomes” before you '
  + 'repeat anything. Details are in the log, without secrets.'

/**
 * Ends a module at the first uncaught error: exceptions and rejected promises alike, as Electron only warns of the
 * latter. It writes a redacted line to the log, passes a plain sentence to `notify`, then calls `exit`. A second error
 * meanwhile exits at once. Returns a function that removes the handlers.
 */
export function installFatalHandlers({ module, log, notify, exit, source = process }: {
  module: keyof typeof sentences
  log: Log
  notify?: (sentence: string) => void | Promise<void>
  exit: (code: number) => void
  source?: Pick<NodeJS.EventEmitter, 'on' | 'off'>
}): () => void {
  let failed = false
  const end = (event: string) => (error: unknown) => {
    log.error(event, describeError(error))
    if (failed || notify === undefined) {
      exit(fatalExitCode)
      return
    }
    failed = true
    const notified = Promise.resolve().then(() => notify(`${sentences[module]} ${whatNow}`))
    void withDeadline(notified, notifyDeadlineMs, () => undefined)
      .catch((cause: unknown) => { log.error('fatal-not-shown', describeError(cause)) })
      .finally(() => { exit(fatalExitCode) })
  }
  const onException = end('uncaught-exception')
  const onRejection = end('unhandled-rejection')
  source.on('uncaughtException', onException)
  source.on('unhandledRejection', onRejection)
  return () => {
    source.off('uncaughtException', onException)
    source.off('unhandledRejection', onRejection)
  }
}
