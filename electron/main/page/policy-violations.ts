import { policyViolationChannel } from '#shared/ipc/channels.ts'
import type { Log } from '../../common/processes/log.ts'
import { isFromOwnPage, type CallEvent, type OwnPage } from '../../ipc/sender.ts'

/** The part of Electron's `ipcMain` that is used. */
export interface MessagePort {
  on(channel: string, listener: (event: CallEvent, ...given: unknown[]) => void): unknown
}

/**
 * Counts violations of the page's content security policy, as the preload reports them; returns a function with the
 * present count.
 */
export function countPolicyViolations(port: MessagePort, page: OwnPage, log: Log): () => number {
  let count = 0
  port.on(policyViolationChannel, (event, directive) => {
    if (!isFromOwnPage(event, page)) return
    count += 1
    // SECURITY: the page sends this value; only text shaped like the name of a directive is logged.
    const named = typeof directive === 'string' && /^[a-z-]{1,40}$/.test(directive) ? directive : 'not named'
    log.warn('policy-violation', { message: named, count })
  })
  return () => count
}
