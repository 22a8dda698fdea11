import { computed, type ComputedRef } from 'vue'
import { useText } from '../../i18n/index.ts'
import { useSession } from '../stores/session.ts'

/** Why profiles of some environments are read-only in this build or host; empty in an installed application. */
export function useUnprotected(): ComputedRef<string> {
  const t = useText()
  const session = useSession()
  return computed(() => {
    const host = session.app?.host ?? 'packaged'
    return host === 'packaged' ? '' : t(`shell.unprotected.${host}`)
  })
}
