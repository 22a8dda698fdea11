import { channelOf } from '#shared/ipc/channels.ts'
import { events } from '#shared/ipc/contract.ts'
import { describeError, type Log } from '../common/processes/log.ts'
import type { Emit } from '../desk/services.ts'

/**
 * Creates the function that sends events to the page through `send`. Drops properties that the contract does not
 * declare. Logs the name of an invalid event instead of sending it. Never throws.
 */
export function createEmit({ send, log }: {
  send: (channel: string, payload: unknown) => void
  log: Log
}): Emit {
  return (name, payload) => {
    try {
      send(channelOf('event', name), events[name].parse(payload))
    } catch (error) {
      // SECURITY: no message, as in serve.ts: it may quote the payload.
      log.error('event-not-sent', { ...describeError(error), message: undefined, channel: name })
    }
  }
}
