import { shallowRef, type Ref } from 'vue'
import type { ProfileId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'
import { takeMail, type PastedMail } from '../../../app/pasted-mail.ts'
import { fillFromMail } from './fill-from-mail.ts'
import type { ProfileForm } from './form.ts'

/** The result for a secret, typed or from a mail, when its profile was saved: stored, refused, or null without one. */
export type SavedSecret = 'stored' | Failure | null

/**
 * A mail of gateway support in the form of a profile: `given`, or pasted into any field. A given mail fills the form
 * only if the profile `isNew`; for a saved profile only its secret is still to be stored.
 */
export function useMailInForm(
  form: Readonly<Ref<ProfileForm>>, given: PastedMail | null, { isNew }: { isNew: boolean },
) {
  const mail = shallowRef<PastedMail | null>(null)
  /** Why main could not hold the secret, or null. */
  const failure = shallowRef<Failure | null>(null)

  async function take(taken: PastedMail, fills = true): Promise<void> {
    mail.value = taken
    failure.value = null
    if (fills) fillFromMail(form.value, taken.details)
    const answer = await taken.held
    if (mail.value === taken && !answer.ok) failure.value = answer.failure
  }

  // SECURITY: intercepted before the field inserts the text, so that a mail's secret is never shown.
  function intercept(event: Event, data: DataTransfer | null): void {
    const pasted = takeMail(data?.getData('text/plain') ?? '')
    if (pasted === null) return
    event.preventDefault()
    event.stopPropagation()
    void take(pasted)
  }

  /** Stores the mail's secret, which the vault holds, for the saved profile. */
  async function store(id: ProfileId): Promise<SavedSecret> {
    const waiting = mail.value
    if (waiting === null) return null
    const taken = await waiting.held
    if (!taken.ok) return taken.failure
    const stored = await api.call('profiles.storeHeldSecret', { id, held: taken.value.held })
    return stored.ok ? 'stored' : stored.failure
  }

  if (given !== null) void take(given, isNew)
  return { mail, failure, intercept, store }
}
