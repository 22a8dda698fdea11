import { computed, ref } from 'vue'
import { longestTeamPassword } from '#shared/model/team/team-state.ts'
import { useText } from '../../../i18n/index.ts'

/** The typed password of a database login, which a client certificate may replace. `check` shows its problem. */
export function usePassword(isOptional: () => boolean = () => false) {
  const t = useText()
  const password = ref('')
  const tried = ref(false)

  const problem = computed(() => {
    if (password.value.length > longestTeamPassword) return t('team.problem.passwordLong', { most: longestTeamPassword })
    return tried.value && password.value === '' && !isOptional() ? t('team.problem.password') : ''
  })

  /** True if the password may be sent. */
  function check(): boolean {
    tried.value = true
    return problem.value === ''
  }

  /** Like `take`, but returns null for an empty password. */
  const takeOrNull = (): string | null => take() || null

  /** Returns the password and clears it. SECURITY: it is removed from the page as soon as it is sent. */
  function take(): string {
    const typed = password.value
    clear()
    return typed
  }

  function clear(): void {
    password.value = ''
    tried.value = false
  }

  return { password, problem, check, take, takeOrNull, clear }
}
