import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '#shared/model/failure.ts'
import { authoritiesProblem, type CertificateFacts } from '#shared/model/team-authorities.ts'
import { api } from '../../app/api.ts'

/** What the certificates of a text say, as main reads them, and the way to a text from a file. */
export function useAuthorities(text: () => string) {
  /** Null: one of them cannot be read. */
  const certificates = shallowRef<readonly CertificateFacts[] | null>([])
  const choosing = ref(false)
  const failure = shallowRef<Failure | null>(null)

  watch(text, async (authorities) => {
    certificates.value = []
    if (authorities.trim() === '' || authoritiesProblem(authorities) !== null) return
    const answer = await api.call('team.describeAuthorities', { authorities })
    // Another text has taken its place meanwhile.
    if (answer.ok && authorities === text()) certificates.value = answer.value
  }, { immediate: true })

  /** The certificates of a file that a person chose; null where there are none to take. */
  async function choose(): Promise<string | null> {
    if (choosing.value) return null
    choosing.value = true
    failure.value = null
    const answer = await api.call('team.chooseAuthorities')
    choosing.value = false
    if (answer.ok) return answer.value.authorities
    if (answer.failure.code !== 'cancelled') failure.value = answer.failure
    return null
  }

  return {
    certificates: computed(() => certificates.value ?? []), isDamaged: computed(() => certificates.value === null),
    choosing, failure, choose,
  }
}
