/** Main's side of the copied logs, which have a separate thread. They exist while this desk is in a team. */
import type { DeskId } from '#shared/brands.ts'
import { startSmallWorker, type StartThread } from '../../common/processes/thread.ts'
import { startPort, type RunningPort } from '../thread-port.ts'
import { deleteOtherDesks } from './open.ts'
import type { OtherDesks, OtherDesksPort } from './port.ts'

/**
 * Creates the client; it opens nothing yet. `onDefect` is called when the thread ends unexpectedly or the file does not
 * open.
 */
export function createOtherDesksClient({
  workerPath, filePath, logFolder = null, onDefect, startThread = startSmallWorker,
}: {
  workerPath: string
  filePath: string
  logFolder?: string | null
  onDefect: (error: unknown) => void
  startThread?: StartThread
}): OtherDesks {
  let running: Promise<RunningPort<OtherDesksPort> | null> | null = null

  async function start(ownDeskId: DeskId): Promise<RunningPort<OtherDesksPort> | null> {
    const workerData = { otherDesksPath: filePath, ownDeskId, logFolder }
    const started = await startPort<OtherDesksPort>({ workerPath, workerData, onDefect: ended, startThread })
    if (started.ok) return started.value
    onDefect(new Error('the copied logs of other desks did not open'))
    return null
  }

  function ended(error: unknown): void {
    running = Promise.resolve(null)
    onDefect(error)
  }

  async function end(): Promise<void> {
    const ending = await running
    running = null
    await ending?.end()
  }

  return {
    port: async () => (await running)?.port ?? null,
    begin(ownDeskId) { running ??= start(ownDeskId) },
    async forget() {
      await end()
      deleteOtherDesks(filePath)
    },
    end,
  }
}
