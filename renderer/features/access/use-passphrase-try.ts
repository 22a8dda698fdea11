import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import { useText } from '../../i18n/index.ts'
import { announce } from '../../ui/messages/announcer.ts'
import { useCountdown } from './use-countdown.ts'

/**
 * An attempt to enter a passphrase. After a wrong one the next attempt has to wait; main sets the time, and this
 * composable counts it down. `problem` is shown beside the field; `failure` is any other failure. `retryInMs`: the
 * remaining time of an earlier wait.
 */
export function usePassphraseTry(retryInMs = 0) {
  const t = useText()
  const passphrase = ref('')
  const busy = ref(false)
  const missing = ref(false)
  const wrong = ref(false)
  const failure = shallowRef<Failure | null>(null)
  const { seconds, begin } = useCountdown()
  begin(retryInMs)

  const waits = computed(() => seconds.value > 0)
  const problem = computed(() => {
    if (waits.value) return t(wrong.value ? 'access.wrongWait' : 'access.wait', { count: seconds.value })
    if (passphrase.value !== '') return ''
    return wrong.value ? t('access.wrong') : missing.value ? t('access.passphraseMissing') : ''
  })

  /** Passes the passphrase to `call`, which returns the failure; true if there was none. */
  async function attempt(call: (passphrase: string) => Promise<Failure | null>): Promise<boolean> {
    missing.value = passphrase.value === ''
    if (busy.value || waits.value || missing.value) return false
    busy.value = true
    failure.value = null
    wrong.value = false
    const sending = call(passphrase.value)
    // SECURITY: the passphrase is removed from the page as soon as it is sent, whatever the result.
    passphrase.value = ''
    const refused = await sending
    busy.value = false
    if (refused === null) return true
    missing.value = false
    if (refused.code === 'passphrase-refused') refuse(refused)
    else failure.value = refused
    return false
  }

  function refuse({ why, retryInMs: waitMs }: Extract<Failure, { code: 'passphrase-refused' }>): void {
    wrong.value = why === 'wrong'
    begin(waitMs)
    announce(problem.value)
  }

  return { passphrase, busy, waits, problem, failure, attempt }
}
