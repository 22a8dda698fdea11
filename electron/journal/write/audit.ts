import { lifeStepSchema, type LifeLine, type LifeStep } from '#shared/model/keys/life-steps.ts'
import { auditActions, type AuditLine } from '#shared/model/history/maintenance.ts'
import type { AuditRecord, NumberedAuditLine } from '../chain/chain-types.ts'
import { appendLink } from '../chain/chain.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalInteger, text, type Row } from '../row.ts'
import { joinMerchants } from './merchants.ts'

/** Commits a line of the audit trail together with its link. */
export function recordAudit(connection: Connection, line: AuditRecord): void {
  connection.transaction(() => { appendAudit(connection, line) })
}

/**
 * Appends a line of the audit trail together with its link, and applies what it declares. Call inside a transaction.
 */
export function appendAudit(connection: Connection, line: AuditRecord): void {
  const { at, osUser, name, action, subject, detail, count, sameMerchants, lifeSteps } = line
  const id = integer(connection.first('SELECT coalesce(max(id), 0) + 1 AS next FROM audit') ?? {}, 'next')
  connection.run(
    `INSERT INTO audit (id, at, os_user, name, action, subject, detail, count, same_merchants, life_steps)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id, at, osUser, name, action, subject, detail, count ?? null,
    sameMerchants === undefined ? null : JSON.stringify(sameMerchants),
    lifeSteps === undefined ? null : JSON.stringify(lifeSteps),
  )
  appendLink(connection, 'audit', id)
  if (sameMerchants !== undefined) joinMerchants(connection, ...sameMerchants)
}

/** Every step in the lifecycle of a key or control secret in the audit trail, oldest first. */
export function lifeLines(connection: Connection): LifeLine[] {
  // The condition is literally that of the partial index. Sorted by time, as recovery appends earlier lines.
  return connection.all('SELECT * FROM audit WHERE life_steps IS NOT NULL ORDER BY at, id').flatMap((row) => {
    const [osUser, name] = [text(row, 'os_user'), text(row, 'name')]
    const common = { at: text<LifeLine['at']>(row, 'at'), by: name === '' ? osUser : name, subject: text(row, 'subject') }
    return lifeStepsIn(text(row, 'life_steps')).map((step) => ({ ...step, ...common }))
  })
}

/** Parses steps. Steps with unknown names, of a later version, are skipped. */
function lifeStepsIn(json: string): LifeStep[] {
  const steps: unknown = JSON.parse(json)
  return (Array.isArray(steps) ? steps : []).flatMap((step) => {
    const read = lifeStepSchema.safeParse(step)
    return read.success ? [read.data] : []
  })
}

/** The sum of the numbers in all lines of a kind; a line without a number counts as one. */
export function countInAudit(connection: Connection, action: AuditLine['action']): number {
  return connection.all(
    `SELECT audit.*, 0 AS position FROM audit WHERE action = ?`, action,
  ).reduce((total, row) => total + (auditLine(row).count ?? 1), 0)
}

/** The newest line of some kinds; null without one. */
export function newestInAudit(
  connection: Connection, actions: readonly AuditLine['action'][],
): Pick<AuditLine, 'at' | 'action'> | null {
  const row = connection.first(
    `SELECT audit.*, 0 AS position FROM audit WHERE action IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT 1`,
    JSON.stringify(actions),
  )
  return row === null ? null : auditLine(row)
}

/** A page of the audit trail, newest first. An invalid key `before` returns an empty page. */
export function auditPage(
  connection: Connection, { before, limit }: { before: string | null; limit: number },
): { readonly lines: AuditLine[]; readonly next: string | null } {
  const below = before === null ? Number.MAX_SAFE_INTEGER : /^\d{1,15}$/.test(before) ? Number(before) : 0
  const rows = connection.all(
    `SELECT audit.*, position FROM audit JOIN chain ON chain.kind = 'audit' AND ref = id
      WHERE id < ? ORDER BY id DESC LIMIT ?`,
    below, limit + 1,
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    lines: shown.map(auditLine),
    next: rows.length > limit && last !== undefined ? String(integer(last, 'id')) : null,
  }
}

/** The next lines after a number, oldest first; after 0, from the first line on. */
export function auditAfter(
  connection: Connection, { after, limit }: { after: number; limit: number },
): NumberedAuditLine[] {
  return connection.all(
    `SELECT audit.*, position, lower(hex(link)) AS digest FROM audit JOIN chain ON chain.kind = 'audit' AND ref = id
      WHERE id > ? ORDER BY id LIMIT ?`,
    after, limit,
  ).map((row) => ({ number: integer(row, 'id'), id: text(row, 'digest'), line: auditLine(row) }))
}

function auditLine(row: Row): AuditLine {
  const action = auditActions.find((known) => known === row.action)
  if (action === undefined) throw new Error('the audit trail contains an unknown action')
  return {
    link: integer(row, 'position'), at: text<AuditLine['at']>(row, 'at'), osUser: text(row, 'os_user'), name: text(row, 'name'), action,
    subject: text(row, 'subject'), detail: text(row, 'detail'), count: optionalInteger(row, 'count'),
  }
}
