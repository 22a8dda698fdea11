import { onBeforeUnmount, ref } from 'vue'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { emptyForm, formOf, type ProfileForm } from './form.ts'
import { useProfileDrafts } from './profile-drafts.ts'

/**
 * The form of a profile (null: a new one). Typed values are kept if the editor is closed without Save or Cancel. The
 * next editor restores them and sets `restored`, unless the profile was changed in the meantime or `empty` is set.
 */
export function useProfileForm(profile: Profile | null, { empty }: { readonly empty: boolean }) {
  const drafts = useProfileDrafts()
  const key = profile?.id ?? 'new'
  const saved = (): ProfileForm => (profile === null ? emptyForm() : formOf(profile))
  const editedFrom = JSON.stringify(saved())
  const draft = drafts.get(key)
  const kept = !empty && draft !== null && draft.editedFrom === editedFrom ? draft.form : null
  const form = ref<ProfileForm>(kept ?? saved())
  const restored = ref(kept !== null)
  let isDone = false
  drafts.drop(key)

  /** Call after Save or Cancel: nothing is kept, even if the editor was closed before the reply. */
  function finish(): void {
    isDone = true
    drafts.drop(key)
  }

  function discard(): void {
    form.value = saved()
    restored.value = false
  }

  onBeforeUnmount(() => {
    if (isDone || JSON.stringify(form.value) === editedFrom) return
    drafts.keep(key, { form: withoutCredentials(form.value), editedFrom })
  })

  return { form, restored, finish, discard }
}

function withoutCredentials(form: ProfileForm): ProfileForm {
  // SECURITY: an address may be typed with a password before its "@".
  const open = (address: string): string => (address.includes('@') ? '' : address)
  return { ...form, baseUrl: open(form.baseUrl), proxyUrl: open(form.proxyUrl) }
}
