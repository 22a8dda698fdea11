import { computed, ref } from 'vue'
import { longestTeamPassword } from '#shared/model/team-state.ts'
import { useText } from '../../i18n/index.ts'

/**
 * The password of a login at the database, as it is typed; a client certificate may take its place. Its problem is
 * shown once `check` was asked.
 */
export function usePassword(isOptional: () => boolean = () => false) {
  const t = useText()
  const password = ref('')
  const tried = ref(false)

  const problem = computed(() => {
    if (password.value.length > longestTeamPassword) return t('team.problem.passwordLong', { most: longestTeamPassword })
    return tried.value && password.value === '' && !isOptional() ? t('team.problem.password') : ''
  })

  /** True when there is one that may be sent. */
  function check(): boolean {
    tried.value = true
    return problem.value === ''
  }

  /** As `take`; null where nothing was typed. */
  const takeAny = (): string | null => take() || null

  /** Hands it over, once: SECURITY: it stays in the page no longer than until it is sent. */
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
