import { ref, shallowRef, watch } from 'vue'
import type { ProfileId } from '#shared/brands.ts'
import type { CallbackCheck } from '#shared/model/answers/callback.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../app/api.ts'

/**
 * A pasted text and its check with one profile. A change of text or profile clears the verdict, which does not apply
 * to the new one.
 */
export function useCallbackCheck(profileId: () => ProfileId | null) {
  const text = ref('')
  const checked = shallowRef<CallbackCheck | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)
  let latest = 0

  watch([profileId, text], forgetVerdict, { flush: 'sync' })

  async function check(): Promise<void> {
    const profile = profileId()
    if (profile === null || busy.value) return
    forgetVerdict()
    const mine = latest
    busy.value = true
    const answer = await api.call('callbacks.check', { profileId: profile, text: text.value })
    if (mine !== latest) return
    busy.value = false
    if (answer.ok) checked.value = answer.value
    else failure.value = answer.failure
  }

  function forgetVerdict(): void {
    latest += 1
    busy.value = false
    checked.value = null
    failure.value = null
  }

  return { text, checked, failure, busy, check }
}
