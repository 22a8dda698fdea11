import type { DatabaseSync } from 'node:sqlite'
import type { MerchantKey } from '#shared/brands.ts'
import { auditActions } from '#shared/model/history/maintenance.ts'
import type { LifeStep } from '#shared/model/keys/life-steps.ts'
import type { AuditRecord } from '../chain/chain-types.ts'
import type { Connection } from '../connection.ts'
import { integer, text, type Row } from '../row.ts'
import { appendAudit } from '../write/audit.ts'
import { numberedRows } from './readable-rows.ts'

/** Adds the lines of another journal's audit trail that this one lacks. Unreadable lines are skipped. */
export function copyAudit(target: Connection, from: DatabaseSync): void {
  // Compared in memory, as no index finds a line by its text.
  const here = new Set(target.all('SELECT * FROM audit').map(keyOf))
  const lines = numberedRows(from, 'audit', (row) => ({ key: keyOf(row), line: withoutEpoch(lineIn(row)) }))
  target.transaction(() => {
    for (const { key, line } of lines) {
      if (here.has(key)) continue
      appendAudit(target, line)
      here.add(key)
    }
  })
}

/** The values by which two lines count as the same. The line of an epoch may exist here without its number. */
function keyOf(row: Row): string {
  const { at, os_user: osUser, action, subject, detail, count, same_merchants: merchants, life_steps: steps } = row
  const parts = action === 'epoch-begun' ? [at, action, detail] : [at, osUser, action, subject, detail, count, merchants, steps]
  return JSON.stringify(parts)
}

/** SECURITY: an epoch of the other chain must not begin one in this chain, so its number is removed from the line. */
function withoutEpoch(line: AuditRecord): AuditRecord {
  if (line.action !== 'epoch-begun') return line
  const { count: _number, ...rest } = line
  return rest
}

/** Reads a line of the audit trail. Throws for one that could not be displayed. */
function lineIn(row: Row): AuditRecord {
  const { count, same_merchants: sameMerchants, life_steps: lifeSteps } = row
  const at = text<AuditRecord['at']>(row, 'at')
  const action = auditActions.find((known) => known === row.action)
  const isOurs = action !== undefined && !Number.isNaN(Date.parse(at)) && (count === null || integer(row, 'count') >= 0)
  if (!isOurs) throw new Error('a line of another form')
  return {
    at, osUser: text(row, 'os_user'), name: text<AuditRecord['name']>(row, 'name'), action,
    subject: text<AuditRecord['subject']>(row, 'subject'), detail: text<AuditRecord['detail']>(row, 'detail'),
    ...(count !== null && { count: integer(row, 'count') }),
    ...(sameMerchants !== null && { sameMerchants: JSON.parse(text(row, 'same_merchants')) as [MerchantKey, MerchantKey] }),
    ...(lifeSteps !== null && { lifeSteps: JSON.parse(text(row, 'life_steps')) as LifeStep[] }),
  }
}
