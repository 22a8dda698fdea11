/**
 * Exposes `window.gatewayConsole` to the page: one function per call and per event of the contract, and nothing else.
 */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { channelOf, policyViolationChannel } from '#shared/ipc/channels.ts'
import type { ContractNames } from '#shared/ipc/names.ts'

/** Inserted by the build. */
declare const __CONTRACT_NAMES__: ContractNames

type Listener = (payload: unknown) => void

const call = (name: string) => (input: unknown): Promise<unknown> => ipcRenderer.invoke(channelOf('call', name), input)

const on = (name: string) => (listener: Listener): (() => void) => {
  const channel = channelOf('event', name)
  // SECURITY: the page gets the payload alone, never the event that carries Electron's own objects.
  const forward = (_event: IpcRendererEvent, payload: unknown) => { listener(payload) }
  ipcRenderer.on(channel, forward)
  return () => { ipcRenderer.off(channel, forward) }
}

const names = __CONTRACT_NAMES__
const each = <Value>(of: readonly string[], make: (name: string) => Value): Readonly<Record<string, Value>> =>
  Object.freeze(Object.fromEntries(of.map((name) => [name, make(name)])))

contextBridge.exposeInMainWorld('gatewayConsole', Object.freeze({
  call: each(names.calls, call),
  on: each(names.events, on),
}))

document.addEventListener('securitypolicyviolation', (event) => {
  ipcRenderer.send(policyViolationChannel, event.effectiveDirective)
})
