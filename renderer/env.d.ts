/// <reference types="vite/client" />
import type { Bridge } from '#shared/ipc/contract.ts'

declare global {
  interface Window {
    /** What the preload exposes; only `app/api.ts` uses it. */
    readonly gatewayConsole: Bridge
  }
}
