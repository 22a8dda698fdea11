/** One run of the application, as the test controls it. */
import type { EntryId } from '#shared/brands.ts'
import { startProcess, type KilledProcess, type Starting } from './killed-process.ts'
import type { FromApplication, Installation, ToApplication } from './messages.ts'

export interface ApplicationRun extends Pick<KilledProcess<ToApplication, FromApplication>, 'kill'> {
  /** Resolves when its code is loaded; rejects if it ended on its own before that. */
  readonly ready: Promise<void>
  /** Opens everything, resolves and reports; null if it was killed in the meantime. */
  begin(askedBefore: readonly EntryId[], report: 'newest' | 'everything'): Promise<Begun | null>
  /** Charges and refunds from now on; true when it has finished, false if it was killed before. */
  act(message: Extract<ToApplication, { kind: 'work' | 'try' }>, hear: (message: FromApplication) => void): Promise<boolean>
  /** Quits. */
  end(): Promise<void>
}

type Begun = Extract<FromApplication, { kind: 'begun' }>

/** Starts a process that loads all its code and opens nothing yet, so that it can be prepared while another runs. */
export function startApplicationRun(
  installation: Installation, where: Pick<Starting, 'built' | 'compiledIn'>,
): ApplicationRun {
  const run = startProcess<ToApplication, FromApplication>('killed-application', {
    ...where, argument: installation, killsItself: installation.team !== undefined,
  })
  const ready = run.next('loaded').then(() => undefined)
  // It may be killed before this promise is awaited.
  ready.catch(() => undefined)
  return {
    ready, kill: run.kill,
    async begin(askedBefore, report) {
      await ready
      const begun = run.next('begun')
      run.send({ kind: 'begin', askedBefore, report })
      return await begun
    },
    async act(message, hear) {
      run.listen(hear)
      const idle = run.next('idle')
      run.send(message)
      return await idle !== null
    },
    async end() {
      run.send({ kind: 'end' })
      await run.ended
    },
  }
}
