import type { Channel } from '../common/processes/rpc.ts'

/** The part of Electron's `process.parentPort` that is used here. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
}

/**
 * The channel from a utility process, or from a process that `child_process.fork` started, to its parent.
 * Throws if the process was not started in one of these ways.
 */
export function connectToMain(): Channel {
  const port: unknown = Reflect.get(process, 'parentPort')
  if (isParentPort(port)) {
    return {
      post: (message) => { port.postMessage(message) },
      onMessage: (listener) => { port.on('message', ({ data }) => { listener(data) }) },
      onEnd: () => {
        // Electron ends a utility process together with its parent.
      },
    }
  }
  if (process.send === undefined) throw new Error('the vault runs only as a process of Gateway Console')
  // SECURITY: an orphaned process would keep secrets, with no main process to lock it.
  process.on('disconnect', () => process.exit(0))
  return {
    post: (message) => { process.send?.(message) },
    onMessage: (listener) => { process.on('message', listener) },
    onEnd: (listener) => { process.on('disconnect', () => { listener('the parent is gone') }) },
  }
}

function isParentPort(port: unknown): port is ParentPort {
  return typeof port === 'object' && port !== null && 'postMessage' in port && 'on' in port
}
