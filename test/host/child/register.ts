// node --import register.ts …: makes `electron` mean the stand-in, for import and require alike.
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const standIn = new URL('./electron.ts', import.meta.url).href

/** In a worker thread, and in a utility process, Electron's module is not to be had: fail as it fails there. */
const available = isMainThread && process.env.HOST_CONFIG !== undefined

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron' && !specifier.startsWith('electron/')) return next(specifier, context)
    if (available) return { url: standIn, shortCircuit: true }
    throw Object.assign(new Error(`Cannot find module 'electron' outside the main process`), { code: 'MODULE_NOT_FOUND' })
  },
})
