/** The persons of the desk: added, changed and removed by administrators, each with a line of the audit trail. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import { audited } from '../maintenance/index.ts'
import { namesKnown } from '../names-known.ts'
import type { Services } from '../services.ts'
import type { DeskStanding } from './standing.ts'

interface Parts {
  readonly services: Services
  readonly standing: DeskStanding
  readonly refreshPersons: () => Promise<void>
}

/** Adds a person, or changes one. */
export async function savePerson(
  { services, standing, refreshPersons }: Parts, input: ParsedInput<'access.savePerson'>,
): Promise<CallAnswer<'access.savePerson'>> {
  if (standing.now().kind !== 'unlocked') return failed({ code: 'protection-needed' })
  const before = standing.persons().find(({ id }) => id === input.id) ?? null
  const line = before === null
    ? { action: 'person-added', subject: input.name, detail: input.role } as const
    : { action: 'person-changed', subject: before.name, detail: changesOf(before, input) } as const
  const known = namesKnown(services)
  const saved = await audited(services, line, () => services.vault.savePerson({ ...input, known }))
  await refreshPersons()
  return saved
}

/** Removes a person; one who removed themselves has to lock the desk, which the caller does. */
export async function removePerson(
  { services, standing, refreshPersons }: Parts, { id }: ParsedInput<'access.removePerson'>,
): Promise<CallAnswer<'access.removePerson'>> {
  if (standing.now().kind !== 'unlocked') return failed({ code: 'protection-needed' })
  const before = standing.persons().find((person) => person.id === id)
  if (before === undefined) return failed({ code: 'no-such-person' })
  const line = { action: 'person-removed', subject: before.name, detail: before.role } as const
  const removed = await audited(services, line, () => services.vault.removePerson({ id }))
  await refreshPersons()
  return removed
}

/** Changes the passphrase of the person who unlocked, which proves it too. */
export async function changePassphrase(
  { services, standing }: Parts, input: ParsedInput<'access.changePassphrase'>,
): Promise<CallAnswer<'access.changePassphrase'>> {
  const now = standing.now()
  if (now.kind !== 'unlocked') return failed({ code: 'protection-needed' })
  const line = { action: 'passphrase-changed', subject: now.person.name } as const
  const known = namesKnown(services)
  const changed = await audited(services, line, () => services.vault.changePassphrase({ ...input, known }))
  if (!changed.ok) return changed
  standing.proven()
  return success(null)
}

/** SECURITY: that a passphrase was given to a person, never a word of it. */
function changesOf(
  before: { readonly name: string; readonly role: string }, after: ParsedInput<'access.savePerson'>,
): string {
  return [
    before.name !== after.name && `name: ${before.name} → ${after.name}`,
    before.role !== after.role && `role: ${before.role} → ${after.role}`,
    after.passphrase !== null && 'passphrase set',
  ].filter((text) => text !== false).join('; ')
}
