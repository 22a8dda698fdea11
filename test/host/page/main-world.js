/* global window, location, CustomEvent */

/**
 * The page's end of `contextBridge`, injected as text before any script of the page. `names` holds unguessable
 * event names, so that the page can reach the isolated world only through the bridge.
 */
export function mainWorld(names, makeCodec) {
  if (window !== window.top) return
  const { encode, decode } = makeCodec()
  const dispatch = window.dispatchEvent.bind(window)
  const send = (message) => dispatch(new CustomEvent(names.toPreload, { detail: JSON.stringify(message) }))
  const callbacks = new Map()
  const promises = new Map()
  let nextCallback = 1
  let reply

  function holdsFunction(value, seen = new Set()) {
    if (typeof value === 'function') return true
    if (value === null || typeof value !== 'object' || seen.has(value)) return false
    seen.add(value)
    return Object.values(value).some((item) => holdsFunction(item, seen))
  }

  // Values that the bridge can't copy (a Vue proxy, a node of the document, a symbol) are refused as contextBridge
  // refuses them.
  function refuseUncloneable(value) {
    if (typeof value === 'function') return
    try {
      structuredClone(value)
    } catch {
      if (!holdsFunction(value)) throw new Error('An object could not be cloned.')
      for (const item of Object.values(value)) refuseUncloneable(item)
    }
  }

  function liftCallback(callback) {
    const id = nextCallback++
    callbacks.set(id, callback)
    return { callback: id }
  }

  function lower(reference) {
    if (reference.promise) {
      return new Promise((resolve, reject) => { promises.set(reference.promise, { resolve, reject }) })
    }
    return (...args) => {
      args.forEach((argument) => refuseUncloneable(argument))
      reply = undefined
      send({ type: 'call', id: reference.function, args: encode(args, liftCallback) })
      const answer = reply
      if (answer.error) throw decode(answer.error)
      return decode(answer.value, lower)
    }
  }

  function freeze(value) {
    if (value && typeof value === 'object') {
      Object.values(value).forEach(freeze)
      Object.freeze(value)
    }
    return value
  }

  const receive = {
    expose(message) {
      const value = freeze(decode(message.api, lower))
      Object.defineProperty(window, message.key, { value, enumerable: true })
    },
    reply(message) {
      reply = message
    },
    settle(message) {
      const promise = promises.get(message.promise)
      promises.delete(message.promise)
      if (message.error) promise.reject(decode(message.error))
      else promise.resolve(decode(message.value, lower))
    },
    callback(message) {
      callbacks.get(message.id)?.(...decode(message.args, lower))
    },
  }
  window.addEventListener(names.toPage, (event) => {
    const message = JSON.parse(event.detail)
    receive[message.type](message)
  })

  // A click on a link with a target is treated like `window.open`; the browser would open it before the application
  // is asked.
  const askFirst = (event) => {
    const link = event.target?.closest?.('a[href]')
    if (!link || !(event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    send({ type: 'open', url: link.href, name: '' })
  }
  window.addEventListener('click', askFirst, true)
  window.addEventListener('auxclick', askFirst, true)

  // The result of `deny` in setWindowOpenHandler for the page. The host catches links with a target
  // (Page.windowOpen).
  window.open = (url = 'about:blank', name = '') => {
    send({ type: 'open', url: new URL(url, location.href).href, name: String(name) })
    return null
  }
}
