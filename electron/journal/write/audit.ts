import { auditActions, type AuditLine } from '#shared/model/maintenance.ts'
import { appendLink } from '../proof/chain.ts'
import type { Connection } from '../connection.ts'
import { countInWords } from './count-in-words.ts'
import { joinMerchants } from './merchants.ts'
import type { AuditRecord } from '../proof/chain-types.ts'
import { integer, optionalInteger, text, type Row } from '../row.ts'

/** Commits a line of the audit trail together with its link. */
export function recordAudit(connection: Connection, line: AuditRecord): void {
  connection.transaction(() => { appendAudit(connection, line) })
}

/** Appends a line of the audit trail together with its link, and does what it declares. Call inside a transaction. */
function appendAudit(connection: Connection, line: AuditRecord): void {
  const { at, osUser, name, action, subject, detail, count, sameMerchants } = line
  const id = integer(connection.first('SELECT coalesce(max(id), 0) + 1 AS next FROM audit') ?? {}, 'next')
  connection.run(
    `INSERT INTO audit (id, at, os_user, name, action, subject, detail, count, same_merchants)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id, at, osUser, name, action, subject, detail, count ?? null,
    sameMerchants === undefined ? null : JSON.stringify(sameMerchants),
  )
  appendLink(connection, 'audit', id)
  if (sameMerchants !== undefined) joinMerchants(connection, ...sameMerchants)
}

/** How many all lines of a kind tell of together; one that names no number counts as one. */
export function countInAudit(connection: Connection, action: AuditLine['action']): number {
  return connection.all(
    `SELECT audit.*, 0 AS position FROM audit WHERE action = ?`, action,
  ).reduce((total, row) => total + (auditLine(row).count ?? 1), 0)
}

/** A page of the audit trail, newest first. A `before` that is no key of a page answers an empty page. */
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

function auditLine(row: Row): AuditLine {
  const action = auditActions.find((known) => known === row.action)
  if (action === undefined) throw new Error('the audit trail holds an action that nobody knows')
  const subject = text(row, 'subject')
  return {
    link: integer(row, 'position'), at: text<AuditLine['at']>(row, 'at'), osUser: text(row, 'os_user'), name: text(row, 'name'), action,
    subject, detail: text(row, 'detail'), count: optionalInteger(row, 'count') ?? countInWords(action, subject),
  }
}
