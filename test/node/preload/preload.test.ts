// The built preload: what it exposes over a fake bridge, and what it does not contain.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractNames } from '../../../shared/ipc/names.ts'
import configuration from '../../../electron.vite.config.ts'

interface PreloadConfiguration { define: Record<string, string>, build: { rolldownOptions: object } }
interface Exposed {
  call: Record<string, (...given: unknown[]) => unknown>
  on: Record<string, (listener: (...given: unknown[]) => void) => () => void>
}
type Heard = (event: object, payload: unknown) => void

const folder = mkdtempSync(join(tmpdir(), 'preload-'))
const file = join(folder, 'index.cjs')
let code = ''

beforeAll(async () => {
  const { preload } = configuration as { preload: PreloadConfiguration }
  const { rolldownOptions, ...options } = preload.build
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: preload.define,
    build: {
      ...options,
      ssr: true,
      outDir: folder,
      rolldownOptions: { ...rolldownOptions, external: ['electron'] },
    },
  })
  code = readFileSync(file, 'utf8')
})
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

/** Runs it as a sandboxed preload: `electron` is the only module. */
function run() {
  const exposed: Record<string, Exposed> = {}
  const invoked: unknown[][] = []
  const listeners = new Map<string, Heard[]>()
  const listening = (channel: string) => listeners.get(channel) ?? []
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, api: Exposed) => { exposed[name] = api } },
    ipcRenderer: {
      invoke: (...given: unknown[]) => invoked.push(given),
      on: (channel: string, listener: Heard) => { listeners.set(channel, [...listening(channel), listener]) },
      off: (channel: string, listener: Heard) => {
        listeners.set(channel, listening(channel).filter((one) => one !== listener))
      },
    },
  }
  const require = (name: string) => {
    if (name !== 'electron') throw new Error(`a sandboxed preload has no ${name}`)
    return electron
  }
  runInNewContext(code, { require, exports: {}, module: { exports: {} }, document: { addEventListener() {} } })
  return { exposed, invoked, listening }
}

test('it contains the names, about 1 kB of its own code, and no schemas', () => {
  expect(code).not.toMatch(/zod|safeParse|\$ZodType/)
  const names = JSON.stringify(contractNames).length
  expect(statSync(file).size).toBeLessThan(names + 1_024)
})

test('the page gets one function per call and one per event, and nothing else', () => {
  const { exposed } = run()
  expect(Object.keys(exposed)).toEqual(['gatewayConsole'])
  const { call, on, ...rest } = exposed.gatewayConsole!
  expect(rest).toEqual({})
  expect(Object.keys(call)).toEqual(contractNames.calls)
  expect(Object.keys(on)).toEqual(contractNames.events)
  expect([exposed.gatewayConsole, call, on].every(Object.isFrozen)).toBe(true)
})

test('a call is sent on its own channel with one argument, whatever else the page adds', () => {
  const { exposed, invoked } = run()
  exposed.gatewayConsole!.call['app.copy']!({ text: 'an id' }, 'a second argument')
  expect(invoked).toEqual([['gateway-console:call:app.copy', { text: 'an id' }]])
})

test('a listener gets only the payload, until it is removed', () => {
  const { exposed, listening } = run()
  const received: unknown[][] = []
  const off = exposed.gatewayConsole!.on['vault.changed']!((...given: unknown[]) => { received.push(given) })
  const emit = () => {
    for (const listener of listening('gateway-console:event:vault.changed')) listener({ sender: 'electron' }, { state: 'locked' })
  }
  emit()
  off()
  emit()
  expect(received).toEqual([[{ state: 'locked' }]])
})
