// What the built-in gateway took, as its own ledger has it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ledgerFile, readLedger, type LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'

/** Every request that the built-in gateway of this installation answered; none before it has started. */
export function ledgerOf(userData: string): readonly LedgerLine[] {
  const path = ledgerFile(join(userData, 'sandbox'))
  return existsSync(path) ? readLedger(path) : []
}

/** Operations that moved money, in the order in which they came. */
export function moneyMoved(lines: readonly LedgerLine[]): string[] {
  const moving = lines.filter(({ order, transaction }) => order !== undefined || transaction !== undefined)
  return moving.map(({ operation }) => operation)
}
