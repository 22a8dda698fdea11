// The ledger of the built-in gateway: the requests that it answered.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ledgerFile, readLedger, type LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'

/** Every request that the built-in gateway of this installation answered; empty before its first start. */
export function ledgerOf(userData: string): readonly LedgerLine[] {
  const path = ledgerFile(join(userData, 'sandbox'))
  return existsSync(path) ? readLedger(path) : []
}

/** Operations that moved money, in their order of arrival. */
export function moneyMoved(lines: readonly LedgerLine[]): string[] {
  const moving = lines.filter(({ order, transaction }) => order !== undefined || transaction !== undefined)
  return moving.map(({ operation }) => operation)
}
