import { maskFreeText, maskWrittenCards } from '#shared/gateway/requests/masking.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { LifeStep } from '#shared/model/keys/life-steps.ts'
import type { AuditLine } from '#shared/model/history/maintenance.ts'
import type { Result } from '#shared/result.ts'
import type { AuditRecord } from '../../journal/port.ts'
import type { Services } from '../services.ts'
import { utcTime } from '../../common/processes/time.ts'
import { nameOfActor } from './who.ts'

type Action = AuditLine['action']

/**
 * Writes a line of the audit trail durably: person (the system's user, and who unlocked), action and time. `subject`
 * and `detail` are words that a person understands, never a confidential value; card numbers in them are masked. A
 * change whose line cannot be written (`journal-unwritable`) must not happen: write the line first, or use `audited`.
 * `count` is the number of things that the line is about. `lifeSteps` are steps in the lifecycle of keys and secrets
 * that it records.
 */
export async function audit(
  services: Services, action: Action, subject: string, detail = '', count?: number, lifeSteps?: readonly LifeStep[],
): Promise<Result<null, Failure>> {
  const line = auditRecord(services, action, subject, detail, count)
  const declares = lifeSteps !== undefined && lifeSteps.length > 0
  return await services.journal.recordAudit({ ...line, ...(declares && { lifeSteps }) })
}

/** The record that `audit` writes, for callers that write it together with their change. */
export function auditRecord(
  services: Pick<Services, 'system' | 'settings' | 'users'>, action: Action, subject: string, detail: string, count?: number,
): AuditRecord {
  return {
    at: utcTime(services.system.now()),
    osUser: services.system.description.osUser,
    name: nameOfActor(services),
    action,
    // SECURITY: people type names, and sometimes paste a card number into the wrong field. Order ids stay whole.
    subject: maskWrittenCards(subject),
    detail: maskFreeText(detail),
    ...(count !== undefined && { count }),
  }
}

/**
 * Writes a line of the audit trail about an event that happens in any case; if the line cannot be written, that is
 * logged. Returns whether it was written. Never rejects.
 */
export async function note(
  services: Services, action: Action, subject: string, detail = '', count?: number, lifeSteps?: readonly LifeStep[],
): Promise<boolean> {
  const written = await audit(services, action, subject, detail, count, lifeSteps)
  if (!written.ok) services.log('audit-line-not-written', { code: written.failure.code })
  return written.ok
}

/** The audit line of a change. */
export interface ChangeLine {
  readonly action: Action
  readonly subject: string
  readonly detail?: string
  readonly lifeSteps?: readonly LifeStep[]
}

/**
 * Performs a change that the audit trail must record. The line is written first, and without it nothing is changed. If
 * the change fails, a second line records the failure and undoes the steps in `lifeSteps`.
 */
export async function audited<Value>(
  services: Services, line: ChangeLine,
  change: () => Result<Value, Failure> | Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> {
  const written = await audit(services, line.action, line.subject, line.detail, undefined, line.lifeSteps)
  if (!written.ok) return written
  const changed = await change()
  if (!changed.ok) {
    const undone = line.lifeSteps?.map((step) => ({ ...step, undone: true } as const))
    await audit(services, line.action, line.subject, `Not done: ${changed.failure.code}.`, undefined, undone)
  }
  return changed
}
