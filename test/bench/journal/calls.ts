/**
 * Between page and main: how many calls a result takes, how long main works on them, and what the transfer of one
 * costs.
 */
import type { Page } from 'playwright-core'
import { channelOf } from '#shared/ipc/channels.ts'
import type { Bridge, CallName } from '#shared/ipc/contract.ts'
import { onElectron, type RunningApp } from '../../e2e/support/launch.ts'

/** The calls for one result, and main's total time for them. */
export interface Calls {
  readonly count: number
  readonly ms: number
}

type Durations = number[]

/**
 * Starts to record a call on arrival in main; the returned function returns the calls since its last call.
 * Null with Electron's own binary, which hides its handlers.
 */
export async function watchCalls(app: RunningApp, name: CallName): Promise<(() => Promise<Calls>) | null> {
  if (onElectron) return null
  await app.evaluate(({ ipcMain }, channel) => {
    const durations: Durations = []
    Object.assign(globalThis, { durations })
    const handler = ipcMain.handlers.get(channel)
    if (handler === undefined) throw new Error(`nobody handles ${channel}`)
    ipcMain.handlers.set(channel, async (...given) => {
      const began = performance.now()
      try {
        return await handler(...given)
      } finally {
        durations.push(performance.now() - began)
      }
    })
  }, channelOf('call', name))
  return async () => {
    const durations = await app.evaluate(() => (globalThis as unknown as { durations: Durations }).durations.splice(0))
    return { count: durations.length, ms: durations.reduce((sum, one) => sum + one, 0) }
  }
}

/**
 * The duration of a call that main answers immediately, with the same `answer` each time, in milliseconds: the cost of
 * the transfer. Main's own handler is removed.
 */
export async function carriage(
  app: RunningApp, page: Page, { name, answer, times }: { name: CallName; answer: unknown; times: number },
): Promise<number[]> {
  await app.evaluate(({ ipcMain }, { channel, answer }) => {
    ipcMain.removeHandler(channel)
    ipcMain.handle(channel, () => answer)
  }, { channel: channelOf('call', name), answer })
  return await page.evaluate(async ({ name, times }) => {
    const { gatewayConsole } = globalThis as unknown as { gatewayConsole: Bridge }
    const call = gatewayConsole.call[name] as (input: unknown) => Promise<unknown>
    const samples: number[] = []
    for (let round = 0; round < times; round++) {
      const began = performance.now()
      await call(null)
      samples.push(performance.now() - began)
    }
    return samples
  }, { name, times })
}

/** Main's answer to a call of the page. */
export function answerToPage(page: Page, name: CallName, input: unknown): Promise<unknown> {
  return page.evaluate(({ name, input }) => {
    const { gatewayConsole } = globalThis as unknown as { gatewayConsole: Bridge }
    return (gatewayConsole.call[name] as (input: unknown) => Promise<unknown>)(input)
  }, { name, input })
}
