import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { AuditLine, Verification } from '#shared/model/maintenance.ts'
import { success, type Result } from '#shared/result.ts'
import type { Services } from '../services.ts'

/** Lines of the audit trail read in one turn of the journal. */
const linesAtOnce = 200

type Action = Extract<AuditLine['action'], 'sealed-at-start' | 'sealed-at-restore'>

/** How many links all such lines of the audit trail tell of. Believe it only where the chain holds. */
export async function countUnproven(
  { journal }: Pick<Services, 'journal'>,
): Promise<Result<Pick<Verification, 'sealedAtStart' | 'sealedAtRestore'>, Failure>> {
  const lines: AuditLine[] = []
  for (let before: string | null = null; ;) {
    const page: Awaited<CallAnswer<'maintenance.audit'>> = await journal.audit({ before, limit: linesAtOnce })
    if (!page.ok) return page
    lines.push(...page.value.lines.filter(({ action }) => action === 'sealed-at-start' || action === 'sealed-at-restore'))
    if (page.value.next === null) break
    before = page.value.next
  }
  return success({ sealedAtStart: sum(lines, 'sealed-at-start'), sealedAtRestore: sum(lines, 'sealed-at-restore') })
}

function sum(lines: readonly AuditLine[], wanted: Action): number {
  return lines.filter(({ action }) => action === wanted).reduce((total, { count }) => total + (count ?? 1), 0)
}
