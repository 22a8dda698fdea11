// Preloaded into a utility process: `process.parentPort` over Node's channel, which is otherwise hidden.
import { EventEmitter } from 'node:events'
import { flushCompileCache } from 'node:module'

interface MessageEvent { data: unknown, ports: [] }

/** Messages wait until a listener is added. */
class ParentPort extends EventEmitter {
  private early: MessageEvent[] = []

  constructor() {
    super()
    this.on('newListener', (name) => {
      if (name === 'message') queueMicrotask(() => { for (const event of this.early.splice(0)) this.emit('message', event) })
    })
  }

  receive(event: MessageEvent) {
    if (this.listenerCount('message') === 0 || this.early.length > 0) this.early.push(event)
    else this.emit('message', event)
  }

  readonly postMessage = (message: unknown) => { send?.(message, () => {}) }
}

const send = process.send?.bind(process)
const port = new ParentPort()
process.on('message', (message: { data: unknown }) => { port.receive({ data: message.data, ports: [] }) })
// Flushed now: the process ends by a kill, so Node would not write its compile cache at the end, and would compile
// again at each start.
process.once('message', () => { setImmediate(flushCompileCache) })
// A utility process ends with its application.
process.on('disconnect', () => process.exit(0))
Object.assign(process, { parentPort: port, type: 'utility', send: undefined })
