import { policyViolationChannel } from '#shared/ipc/channels.ts'
import type { Log } from '../../common/processes/log.ts'
import { isFromOwnPage, type CallEvent, type OwnPage } from '../../ipc/sender.ts'

/** The part of Electron's `ipcMain` that is used here. */
export interface MessagePort {
  on(channel: string, listener: (event: CallEvent, ...given: unknown[]) => void): unknown
}

/**
 * Counts the violations of the page's content security policy that the preload reports. Returns a function that returns
 * the current count.
 */
export function countPolicyViolations(port: MessagePort, page: OwnPage, log: Log): () => number {
  let count = 0
  port.on(policyViolationChannel, (event, directive) => {
    if (!isFromOwnPage(event, page)) return
    count += 1
    // SECURITY: the page sends this value, so it is logged only if it is shaped like the name of a directive.
    const named = typeof directive === 'string' && /^[a-z-]{1,40}$/.test(directive) ? directive : 'not named'
    log.warn('policy-violation', { message: named, count })
  })
  return () => count
}
