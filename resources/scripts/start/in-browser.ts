// The two ways to run the built application in a browser: as a window, and as the guided tour.
import { NO_DISPLAY, NOT_OPENED } from '../../../test/host/exit-codes.ts'
import { run } from '../common.mjs'
import type { Machine } from './machine.ts'
import type { Outcome, Wishes } from './outcome.ts'

/** Opens the window in `browser`. The start continues if the browser cannot be started, which has printed why. */
export async function openInBrowser(browser: string, args: readonly string[]): Promise<Outcome> {
  const code = await run('node', ['test/host/start.ts', ...args], { env: { CHROMIUM_PATH: browser } })
  if (code === NO_DISPLAY) return 'no-display'
  return code === NOT_OPENED ? 'go-on' : { exitCode: code }
}

/** Runs the tour in `browser` and returns its exit code: 0 if every step succeeded. */
export async function takeTour(browser: string, machine: Machine, { slow, pictures }: Wishes): Promise<number> {
  const watched = slow && machine.display
  const args = [...(slow ? ['--slow'] : []), ...(watched ? ['--visible'] : []), ...(pictures ? ['--pictures', pictures] : [])]
  return await run('node', ['test/tour/run.ts', ...args], { env: { CHROMIUM_PATH: browser } })
}
