import { policyViolationChannel } from '#shared/ipc/channels.ts'
import type { Log } from '../../common/log.ts'
import { isFromOwnPage, type CallEvent, type OwnPage } from '../../ipc/sender.ts'

/** What is needed of Electron's `ipcMain`. */
export interface MessagePort {
  on(channel: string, listener: (event: CallEvent, ...given: unknown[]) => void): unknown
}

/** Counts what broke the page's content security policy, as the preload tells; the answer gives the count so far. */
export function countPolicyViolations(port: MessagePort, page: OwnPage, log: Log): () => number {
  let count = 0
  port.on(policyViolationChannel, (event, directive) => {
    if (!isFromOwnPage(event, page)) return
    count += 1
    // SECURITY: the page hands this in; only what looks like the name of a directive is written.
    const named = typeof directive === 'string' && /^[a-z-]{1,40}$/.test(directive) ? directive : 'not named'
    log.warn('policy-violation', { message: named, count })
  })
  return () => count
}
