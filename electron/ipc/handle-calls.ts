/** Accepts calls before the desk exists: the page's scripts already run while main loads the rest of its code. */
import { channelOf } from '#shared/ipc/channels.ts'
import type { CallName } from '#shared/ipc/contract.ts'
import type { CallEvent } from './sender.ts'
import type { ServeCall } from './serve.ts'

/** The part of Electron's `ipcMain` that is used. */
export interface CallPort {
  handle(channel: string, handler: (event: CallEvent, ...given: unknown[]) => Promise<unknown>): void
}

/** Handles these calls of the contract. Each waits for `serving`, which then checks and answers it. */
export function handleCalls(port: CallPort, names: readonly CallName[], serving: Promise<ServeCall>): void {
  for (const name of names) {
    port.handle(channelOf('call', name), async (event, ...given) => (await serving)(name, event, given))
  }
}
