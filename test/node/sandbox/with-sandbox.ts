import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { After } from '../../../electron/sandbox/callbacks/callbacks.ts'
import type { ServerOptions } from '../../../electron/sandbox/options.ts'
import { runSandbox, type RunningSandbox } from '../../../electron/sandbox/run.ts'
import { onTestEnd } from '../clean-up.ts'
import { keys } from './wire.ts'

export { onTestEnd }

export const secret = 'TEST-CONTROL'

/** A folder that is removed after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  onTestEnd(() => { rmSync(folder, { recursive: true, force: true }) })
  return folder
}

export interface TestSandbox extends RunningSandbox {
  readonly url: string
  readonly ledgerPath: string
  readonly defects: unknown[]
  /** Advances the gateway's clock; tasks that are due run. */
  pass(milliseconds: number): void
}

/** A gateway in this process over loopback, with a clock that the test controls. */
export async function sandbox(options: Partial<ServerOptions> = {}): Promise<TestSandbox> {
  const ledgerPath = options.ledgerPath ?? join(freshFolder(), 'ledger.jsonl')
  const defects: unknown[] = []
  let now = Date.UTC(2026, 10, 20, 9, 41, 7)
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>()
  const after: After = (milliseconds, run) => {
    const entry = { at: now + milliseconds, run }
    waiting.add(entry)
    return () => { waiting.delete(entry) }
  }
  const started = await runSandbox({
    ledgerPath, productWord: 'gw', merchantControl: secret, publicKeyPem: keys.publicKey, port: 0, processingMs: 0,
    now: () => now, after, onDefect: (error) => { defects.push(error) }, ...options,
  })
  if (!started.ok) throw new Error(started.failure.detail)
  let open = true
  const close = async () => {
    if (open) await started.value.close()
    open = false
  }
  onTestEnd(close)
  return {
    ...started.value, close, ledgerPath, defects, url: started.value.description.baseUrl,
    pass(milliseconds) {
      now += milliseconds
      for (const entry of [...waiting].filter(({ at }) => at <= now)) {
        waiting.delete(entry)
        entry.run()
      }
    },
  }
}
