/* global window, document, CustomEvent, MutationObserver */

/**
 * The isolated world of a sandboxed preload: provides the real built preload with `require('electron')`. Injected
 * as text into its own world before any script of the page.
 */
export function isolatedWorld(names, makeCodec, environment, preload) {
  if (window !== window.top) return
  const { encode, decode } = makeCodec()
  const binding = globalThis[names.binding]
  const toHost = (message) => binding(JSON.stringify(message))
  const toPage = (message) => {
    window.dispatchEvent(new CustomEvent(names.toPage, { detail: JSON.stringify(message) }))
  }
  const functions = new Map()
  const invocations = new Map()
  const listeners = new Map()
  let nextId = 1

  function lift(value) {
    const id = nextId++
    if (typeof value === 'function') {
      functions.set(id, value)
      return { function: id }
    }
    value.then(
      (result) => toPage({ type: 'settle', promise: id, value: encode(result, lift) }),
      (reason) => {
        const error = reason instanceof Error ? reason : new Error(String(reason))
        toPage({ type: 'settle', promise: id, error: encode(error) })
      },
    )
    return { promise: id }
  }

  const lowerCallback = (reference) => (...args) => {
    toPage({ type: 'callback', id: reference.callback, args: encode(args, lift) })
  }

  window.addEventListener(names.toPreload, (event) => {
    const message = JSON.parse(event.detail)
    if (message.type === 'open') {
      toHost(message)
      return
    }
    try {
      const result = functions.get(message.id)(...decode(message.args, lowerCallback))
      toPage({ type: 'reply', value: encode(result, lift) })
    } catch (error) {
      toPage({ type: 'reply', error: encode(error) })
    }
  })

  function listen(channel, listener, once) {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }])
    return ipcRenderer
  }

  function cloneable(args) {
    try {
      return structuredClone(args)
    } catch {
      throw new Error('An object could not be cloned.')
    }
  }

  const ipcRenderer = {
    on: (channel, listener) => listen(channel, listener, false),
    addListener: (channel, listener) => listen(channel, listener, false),
    once: (channel, listener) => listen(channel, listener, true),
    off(channel, listener) {
      listeners.set(channel, (listeners.get(channel) ?? []).filter((entry) => entry.listener !== listener))
      return ipcRenderer
    },
    removeListener: (channel, listener) => ipcRenderer.off(channel, listener),
    send(channel, ...args) {
      toHost({ type: 'send', channel, args: encode(cloneable(args)) })
    },
    async invoke(channel, ...args) {
      const id = nextId++
      const text = encode(cloneable(args))
      return await new Promise((resolve, reject) => {
        invocations.set(id, { resolve, reject })
        toHost({ type: 'invoke', id, channel, args: text })
      })
    },
  }

  const contextBridge = {
    exposeInMainWorld(key, api) {
      toPage({ type: 'expose', key, api: encode(api, lift) })
    },
  }

  const fromHost = {
    result(message) {
      const invocation = invocations.get(message.id)
      invocations.delete(message.id)
      if (message.error === undefined) invocation.resolve(decode(message.value))
      else invocation.reject(new Error(message.error))
    },
    event(message) {
      const entries = listeners.get(message.channel) ?? []
      listeners.set(message.channel, entries.filter((entry) => !entry.once))
      for (const entry of entries) entry.listener({ sender: ipcRenderer, ports: [] }, ...decode(message.args))
    },
    title(message) {
      document.title = message.title
    },
  }
  globalThis[names.deliver] = (text) => {
    const message = JSON.parse(text)
    fromHost[message.type](message)
  }

  // Electron's window title follows the document's.
  window.addEventListener('DOMContentLoaded', () => {
    let last = document.title
    new MutationObserver(() => {
      if (document.title === last) return
      last = document.title
      toHost({ type: 'title', title: last })
    }).observe(document.head, { childList: true, characterData: true, subtree: true })
    if (last) toHost({ type: 'title', title: last })
  })

  const strict = (object, name) => new Proxy(object, {
    get(target, key) {
      if (key in target || typeof key === 'symbol') return target[key]
      throw new Error(`${name}.${key} is not in the Electron stand-in`)
    },
  })
  const electron = strict({
    ipcRenderer: strict(ipcRenderer, 'ipcRenderer'),
    contextBridge: strict(contextBridge, 'contextBridge'),
  }, 'electron')
  // The only modules that a sandboxed preload has.
  const require = (id) => {
    if (id === 'electron' || id === 'electron/renderer') return electron
    throw new Error(`module not found: ${id}`)
  }
  const process = { ...environment, contextIsolated: true, sandboxed: true }
  const module = { exports: {} }
  try {
    preload(require, module, module.exports, process, globalThis)
  } catch (error) {
    toHost({ type: 'preload-error', error: encode(error) })
    throw error
  }
}
