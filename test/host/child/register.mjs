// node --import register.mjs …: resolves `electron` to the stand-in, for import and require. JavaScript: for this
// module alone, each thread and process of the application would load Node's reader of TypeScript.
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const standIn = new URL('./electron.ts', import.meta.url).href

/** As in Electron, importing the module fails in a worker thread and in a utility process. */
const available = isMainThread && process.env.HOST_CONFIG !== undefined

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron' && !specifier.startsWith('electron/')) return next(specifier, context)
    if (available) return { url: standIn, shortCircuit: true }
    throw Object.assign(new Error(`Cannot find module 'electron' outside the main process`), { code: 'MODULE_NOT_FOUND' })
  },
})
