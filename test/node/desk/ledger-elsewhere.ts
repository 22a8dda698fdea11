import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Gives the gateway's ledger enough space: on another disk than the desk's folder. */
export function ledgerElsewhere(folder: string): void {
  const elsewhere = mkdtempSync(join(tmpdir(), 'ledger-'))
  onTestFinished(() => { rmSync(elsewhere, { recursive: true, force: true }) })
  writeFileSync(join(elsewhere, 'ledger.jsonl'), '')
  symlinkSync(join(elsewhere, 'ledger.jsonl'), join(folder, 'ledger.jsonl'))
}
