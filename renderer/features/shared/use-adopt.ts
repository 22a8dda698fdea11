import { ref, shallowRef } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../app/api.ts'
import { useText } from '../../i18n/index.ts'
import { showMessage } from '../../ui/messages/announcer.ts'

/** Adopts another desk's request with an open outcome: its status is checked here, nothing is sent again. */
export function useAdopt() {
  const t = useText()
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)

  /** True if it is now among the open outcomes of this desk; else `failure` has the reason. */
  async function adopt(entryId: EntryId): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    failure.value = null
    const answer = await api.call('team.adopt', { entryId })
    busy.value = false
    if (answer.ok) showMessage('info', t('teamLists.outcomes.asked'))
    else failure.value = answer.failure
    return answer.ok
  }

  return { busy, failure, adopt }
}
