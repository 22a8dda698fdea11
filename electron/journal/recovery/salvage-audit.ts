import type { DatabaseSync } from 'node:sqlite'
import type { MerchantKey } from '#shared/brands.ts'
import { auditActions } from '#shared/model/history/maintenance.ts'
import type { LifeStep } from '#shared/model/keys/life-steps.ts'
import type { AuditRecord } from '../chain/chain-types.ts'
import type { Connection } from '../connection.ts'
import { integer, text, type Row } from '../row.ts'
import { recordAudit } from '../write/audit.ts'
import { numberedRows } from './readable-rows.ts'

/** Adds the lines of another journal's audit trail that this one lacks. Unreadable lines are left out. */
export function copyAudit(target: Connection, from: DatabaseSync): void {
  for (const line of numberedRows(from, 'audit', lineIn).map(withoutEpoch)) {
    const { at, osUser, action, subject, detail, count, sameMerchants, lifeSteps } = line
    const here = target.first(
      `SELECT 1 FROM audit WHERE at = ? AND os_user = ? AND action = ? AND subject = ? AND detail = ? AND count IS ?
        AND same_merchants IS ? AND life_steps IS ? OR action = 'epoch-begun' AND at = ?1 AND detail = ?5`,
      at, osUser, action, subject, detail, count ?? null,
      sameMerchants === undefined ? null : JSON.stringify(sameMerchants),
      lifeSteps === undefined ? null : JSON.stringify(lifeSteps),
    )
    if (here === null) recordAudit(target, line)
  }
}

/** SECURITY: an epoch of the other chain does not begin in this one: without its number the line only reports it. */
function withoutEpoch(line: AuditRecord): AuditRecord {
  if (line.action !== 'epoch-begun') return line
  const { count: _number, ...rest } = line
  return rest
}

/** Throws for a line that the trail could not show. */
function lineIn(row: Row): AuditRecord {
  const { count, same_merchants: sameMerchants, life_steps: lifeSteps } = row
  const at = text<AuditRecord['at']>(row, 'at')
  const action = auditActions.find((known) => known === row.action)
  if (action === undefined || Number.isNaN(Date.parse(at))) throw new Error('a line of another form')
  return {
    at, osUser: text(row, 'os_user'), name: text<AuditRecord['name']>(row, 'name'), action,
    subject: text<AuditRecord['subject']>(row, 'subject'), detail: text<AuditRecord['detail']>(row, 'detail'),
    ...(count !== null && { count: integer(row, 'count') }),
    ...(sameMerchants !== null && { sameMerchants: JSON.parse(text(row, 'same_merchants')) as [MerchantKey, MerchantKey] }),
    ...(lifeSteps !== null && { lifeSteps: JSON.parse(text(row, 'life_steps')) as LifeStep[] }),
  }
}
