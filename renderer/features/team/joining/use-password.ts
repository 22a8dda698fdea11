import { computed, ref } from 'vue'
import { longestTeamPassword } from '#shared/model/team/team-state.ts'
import { useText } from '../../../i18n/index.ts'

/**
 * The password of a database login as typed; a client certificate may replace it. Its problem is shown after
 * `check`.
 */
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

  /** Like `take`; null if nothing was typed. */
  const takeAny = (): string | null => take() || null

  /** Returns the password and clears it. SECURITY: it stays in the page no longer than until it is sent. */
  function take(): string {
    const typed = password.value
    clear()
    return typed
  }

  function clear(): void {
    password.value = ''
    tried.value = false
  }

  return { password, problem, check, take, takeAny, clear }
}
