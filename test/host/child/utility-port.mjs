// Preloaded into a utility process: `process.parentPort` over Node's channel, which is otherwise hidden. JavaScript for
// the reason in register.mjs.
import { EventEmitter } from 'node:events'
import { flushCompileCache } from 'node:module'

/** Messages wait until a listener is added. */
class ParentPort extends EventEmitter {
  #early = []

  constructor() {
    super()
    this.on('newListener', (name) => {
      if (name === 'message') queueMicrotask(() => { for (const event of this.#early.splice(0)) this.emit('message', event) })
    })
  }

  receive(event) {
    if (this.listenerCount('message') === 0 || this.#early.length > 0) this.#early.push(event)
    else this.emit('message', event)
  }

  postMessage = (message) => { send?.(message, () => {}) }
}

const send = process.send?.bind(process)
const port = new ParentPort()
process.on('message', (message) => { port.receive({ data: message.data, ports: [] }) })
// Flushed now: the process ends by a kill, so Node would not write its compile cache at the end, and would compile
// again at each start.
process.once('message', () => { setImmediate(flushCompileCache) })
// A utility process ends with its application.
process.on('disconnect', () => process.exit(0))
Object.assign(process, { parentPort: port, type: 'utility', send: undefined })
