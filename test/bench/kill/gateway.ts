/** The built-in gateway in its own process, which outlives everything that is killed. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import type { SandboxDescription, SandboxOptions } from '../../../electron/sandbox/port.ts'

export interface Gateway {
  readonly port: number
  readonly productWord: string
  end(): Promise<void>
}

/** Starts it over a ledger; its payments are final immediately, so that they can be refunded in the same run. */
export async function startGateway(ledgerPath: string, merchantControl: string): Promise<Gateway> {
  const { productWord } = builtInProfile
  const options: SandboxOptions = {
    ledgerPath, productWord, merchantControl, publicKeyPem: null, port: 0, processingMs: 0,
  }
  const child = fork(join(import.meta.dirname, 'gateway-process.ts'), [JSON.stringify(options)], { execArgv: [] })
  const ended = once(child, 'exit')
  const reply = await Promise.race([once(child, 'message'), ended.then(() => null)])
  if (reply === null) throw new Error('the gateway did not start; its output is above')
  const { baseUrl } = reply[0] as SandboxDescription
  return {
    port: Number(new URL(baseUrl).port),
    productWord,
    async end() {
      child.disconnect()
      await ended
    },
  }
}
