import type { AuditLine } from '#shared/model/maintenance.ts'

/**
 * The count of a line that was written before the audit trail had a column for it: such a line names it in its subject
 * ("One link", "3 links"). Null for every other line.
 */
export function countInWords(action: AuditLine['action'], subject: string): number | null {
  if (action !== 'sealed-at-start' && action !== 'sealed-at-restore') return null
  if (subject === 'One link') return 1
  const [, count] = /^(\d{1,15}) links$/.exec(subject) ?? []
  return count === undefined ? null : Number(count)
}
