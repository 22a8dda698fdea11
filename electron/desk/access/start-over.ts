/** Starting over: the way out of a desk that can no longer be unlocked, at the price of its secrets. */
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
  /** Asks also while the desk is locked. */
  readonly confirm: System['confirm']
  /** Determines the lock state again, and resumes work that waited. */
  readonly findAgain: () => Promise<CallAnswer<'access.unlock'>>
}

/**
 * Removes every control secret, key and person of a locked desk, once a person has confirmed it in a message box of
 * the system. History, audit trail and profiles stay; earlier signatures no longer count.
 */
export async function startOver(
  { services, deskLock, confirm, findAgain }: Parts,
): Promise<CallAnswer<'access.startOver'>> {
  const session = deskLock.session()
  const isStillLocked = (): boolean => {
    const now = deskLock.now()
    return now.kind === 'locked' && now.isProtected && deskLock.session() === session
  }
  if (!isStillLocked()) return failed({ code: 'desk-not-locked' })
  const names = deskLock.persons().map(({ name }) => name).join(', ')
  // SECURITY: a compromised page, or somebody at an unattended keyboard, must not do this silently.
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
    // Also after a defect in the middle: the vault knows its progress, and the next unlock asks it.
    deskLock.become(isRemoved ? { kind: 'not-known' } : { kind: 'locked', isProtected: true })
  }
  return await findAgain()
}

/** In a new process of the vault, which holds nothing from before. */
async function removeAll({ vault }: Services): Promise<Result<null, Failure>> {
  await vault.lock()
  await vault.unlock()
  const removed = await vault.startOver()
  if (removed.ok) return removed
  // When asked, the vault first finishes a removal that it began.
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
