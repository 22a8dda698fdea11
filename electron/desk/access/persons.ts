/** Adds, changes and removes persons of the desk, each with a line of the audit trail. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import { audited } from '../maintenance/index.ts'
import { namesKnown } from '../names-known.ts'
import type { Services } from '../services.ts'
import type { DeskLock } from './lock-state.ts'

interface Parts {
  readonly services: Services
  readonly deskLock: DeskLock
  readonly refreshPersons: () => Promise<void>
}

/** Adds a person, or changes one. */
export async function savePerson(
  { services, deskLock, refreshPersons }: Parts, input: ParsedInput<'access.savePerson'>,
): Promise<CallAnswer<'access.savePerson'>> {
  if (deskLock.now().kind !== 'unlocked') return failed({ code: 'protection-needed' })
  const before = deskLock.persons().find(({ id }) => id === input.id) ?? null
  const line = before === null
    ? { action: 'person-added', subject: input.name, detail: input.role } as const
    : { action: 'person-changed', subject: before.name, detail: changesOf(before, input) } as const
  const known = namesKnown(services)
  const saved = await audited(services, line, () => services.vault.savePerson({ ...input, known }))
  await refreshPersons()
  return saved
}

/** Removes a person. The caller locks the desk if that person is the current user. */
export async function removePerson(
  { services, deskLock, refreshPersons }: Parts, { id }: ParsedInput<'access.removePerson'>,
): Promise<CallAnswer<'access.removePerson'>> {
  if (deskLock.now().kind !== 'unlocked') return failed({ code: 'protection-needed' })
  const before = deskLock.persons().find((person) => person.id === id)
  if (before === undefined) return failed({ code: 'no-such-person' })
  const line = { action: 'person-removed', subject: before.name, detail: before.role } as const
  const removed = await audited(services, line, () => services.vault.removePerson({ id }))
  await refreshPersons()
  return removed
}

/** Changes the passphrase of the person who unlocked, which also counts as a proof. */
export async function changePassphrase(
  { services, deskLock }: Parts, input: ParsedInput<'access.changePassphrase'>,
): Promise<CallAnswer<'access.changePassphrase'>> {
  const now = deskLock.now()
  if (now.kind !== 'unlocked') return failed({ code: 'protection-needed' })
  const line = { action: 'passphrase-changed', subject: now.person.name } as const
  const known = namesKnown(services)
  const changed = await audited(services, line, () => services.vault.changePassphrase({ ...input, known }))
  if (!changed.ok) return changed
  deskLock.proven()
  return success(null)
}

/** SECURITY: states that a passphrase was set, and nothing about the passphrase itself. */
function changesOf(
  before: { readonly name: string; readonly role: string }, after: ParsedInput<'access.savePerson'>,
): string {
  return [
    before.name !== after.name && `name: ${before.name} → ${after.name}`,
    before.role !== after.role && `role: ${before.role} → ${after.role}`,
    after.passphrase !== null && 'passphrase set',
  ].filter((text) => text !== false).join('; ')
}
