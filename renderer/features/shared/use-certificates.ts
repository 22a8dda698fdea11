import { computed, ref, shallowRef, watch } from 'vue'
import { authoritiesProblem, type AuthoritiesProblem, type CertificateFacts } from '#shared/model/keys/certificate-authorities.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../app/api.ts'

/** Reads the certificates of a PEM text through main, and lets a person choose others from a file. */
export function useCertificates(text: () => string) {
  const certificates = shallowRef<readonly CertificateFacts[]>([])
  const refused = shallowRef<AuthoritiesProblem | null>(null)
  const choosing = ref(false)
  const failure = shallowRef<Failure | null>(null)

  watch(text, async (asked) => {
    certificates.value = []
    refused.value = null
    if (asked.trim() === '' || authoritiesProblem(asked) !== null) return
    const answer = await api.call('certificates.describe', { text: asked })
    // The text has changed meanwhile.
    if (asked !== text()) return
    if (answer.ok) certificates.value = answer.value
    else if (answer.failure.code === 'authorities-refused' && answer.failure.why !== 'unreadable') refused.value = answer.failure.why
    else failure.value = answer.failure
  }, { immediate: true })

  /** The certificates of the chosen file; null if none was chosen or the file is not usable. */
  async function choose(): Promise<readonly CertificateFacts[] | null> {
    if (choosing.value) return null
    choosing.value = true
    failure.value = null
    const answer = await api.call('certificates.choose')
    choosing.value = false
    if (answer.ok) return answer.value
    if (answer.failure.code !== 'cancelled') failure.value = answer.failure
    return null
  }

  const problem = computed(() => authoritiesProblem(text()) ?? refused.value)
  return { certificates, problem, choosing, failure, choose }
}
