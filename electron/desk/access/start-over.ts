/** Starting over: the way out of a desk that nobody can unlock any more, at the price of its secrets. */
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { askedOutside, oneLine, questionLastsMs } from '../../common/outside-question.ts'
import { audited } from '../maintenance/index.ts'
import type { OutsideQuestion, Services, System } from '../services.ts'
import type { DeskStanding } from './standing.ts'

interface Parts {
  readonly services: Services
  readonly standing: DeskStanding
  /** Asks also while the desk is locked. */
  readonly confirm: System['confirm']
  /** Finds out how the desk stands now, and takes up what had to wait. */
  readonly findAgain: () => Promise<CallAnswer<'access.unlock'>>
}

/**
 * Removes every control secret, key and person of a locked desk, once a person has confirmed it in a message box of the
 * system. History, audit trail and profiles stay; no signature of before counts any more.
 */
export async function startOver(
  { services, standing, confirm, findAgain }: Parts,
): Promise<CallAnswer<'access.startOver'>> {
  const session = standing.session()
  const isStillLocked = (): boolean => {
    const now = standing.now()
    return now.kind === 'locked' && now.isProtected && standing.session() === session
  }
  if (!isStillLocked()) return failed({ code: 'desk-not-locked' })
  const names = standing.persons().map(({ name }) => name).join(', ')
  // SECURITY: a page that was taken over, or a hand on the keyboard while nobody looks, must not do it silently.
  if (!await confirm(questionAbout(names), questionLastsMs)) return failed({ code: 'not-confirmed-outside' })
  // Somebody may have unlocked it meanwhile.
  if (!isStillLocked()) return failed({ code: 'desk-not-locked' })
  standing.become({ kind: 'starting-over', isProtected: true })
  const line = { action: 'desk-started-over', subject: 'Vault', detail: `Persons until then: ${names}.` } as const
  let isRemoved = false
  try {
    const removed = await audited(services, line, () => removeAll(services))
    isRemoved = removed.ok
    if (!removed.ok) return removed
  } finally {
    // Also after a defect in the middle: the vault knows how far it came, and the next unlock asks it.
    standing.become(isRemoved ? { kind: 'not-known' } : { kind: 'locked', isProtected: true })
  }
  return await findAgain()
}

/** In a process of the vault that holds nothing of before. */
async function removeAll({ vault }: Services): Promise<Result<null, Failure>> {
  await vault.lock()
  await vault.unlock()
  const removed = await vault.startOver()
  if (removed.ok) return removed
  // Asked how it stands, the vault finishes what it has begun.
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
      askedOutside('If you did not ask for it there, or if one of these persons still has the passphrase'),
    ],
    action: 'Delete and start over',
  }
}
