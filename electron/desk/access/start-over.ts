/** Starting over: makes a desk usable that can no longer be unlocked, and deletes its secrets. */
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { outsideWarning, oneLine, questionLastsMs } from '../../common/boxes/outside-question.ts'
import { audited } from '../maintenance/index.ts'
import type { OutsideQuestion, Services, System } from '../services.ts'
import type { DeskLock } from './lock-state.ts'

interface Parts {
  readonly services: Services
  readonly deskLock: DeskLock
  /** Also shows its box while the desk is locked. */
  readonly confirm: System['confirm']
  /** Reads again whether the desk is protected, and resumes work that waited. */
  readonly readProtectionAgain: () => Promise<CallAnswer<'access.unlock'>>
}

/**
 * Removes every control secret, key and person of a locked desk, after a person has confirmed it in a message box of
 * the system. History, audit trail and profiles stay; earlier signatures are no longer valid.
 */
export async function startOver(
  { services, deskLock, confirm, readProtectionAgain }: Parts,
): Promise<CallAnswer<'access.startOver'>> {
  const session = deskLock.session()
  const isStillLocked = (): boolean => {
    const now = deskLock.now()
    return now.kind === 'locked' && now.isProtected && deskLock.session() === session
  }
  if (!isStillLocked()) return failed({ code: 'desk-not-locked' })
  const names = deskLock.persons().map(({ name }) => name).join(', ')
  // SECURITY: a compromised page, or a stranger at an unattended keyboard, must not do this unnoticed.
  if (!await confirm(questionAbout(names), questionLastsMs)) return failed({ code: 'not-confirmed-outside' })
  // Somebody may have unlocked it meanwhile.
  if (!isStillLocked()) return failed({ code: 'desk-not-locked' })
  deskLock.become({ kind: 'starting-over', isProtected: true })
  const line = { action: 'desk-started-over', subject: 'Vault', detail: `Persons until then: ${names}.` } as const
  let isRemoved = false
  try {
    const removed = await audited(services, line, () => removeAll(services))
    isRemoved = removed.ok
    if (!removed.ok) return removed
  } finally {
    // Also after a defect: the vault stores its progress, and the next unlock reads it.
    deskLock.become(isRemoved ? { kind: 'not-known' } : { kind: 'locked', isProtected: true })
  }
  return await readProtectionAgain()
}

/** Removes everything in a new process of the vault, which holds nothing in memory. */
async function removeAll({ vault }: Services): Promise<Result<null, Failure>> {
  await vault.lock()
  await vault.unlock()
  const removed = await vault.startOver()
  if (removed.ok) return removed
  // The vault first completes a removal that it began, then replies.
  const found = await vault.protection()
  return found.ok && found.value.kind === 'none' ? success(null) : removed
}

function questionAbout(names: string): OutsideQuestion {
  return {
    question: 'Start over and delete all control secrets and keys of this desk?',
    details: [
      oneLine(`Persons who can unlock it: ${names}`),
      'Control secrets, private keys and persons are deleted for good. The history and the profiles stay.',
      '',
      outsideWarning('If you did not ask for it there, or if one of these persons still has the passphrase'),
    ],
    action: 'Delete and start over',
  }
}
