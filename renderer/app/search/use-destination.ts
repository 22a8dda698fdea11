import { useRouter } from 'vue-router'
import { useText } from '../../i18n/index.ts'
import { showMessage } from '../../ui/messages/announcer.ts'
import type { Destination } from './destinations.ts'
import { useOfferedRefund } from '../stores/offered-refund.ts'
import { useLock } from '../use-lock-key.ts'

/** Returns the function that opens a screen or starts an action of the quick search. It sends nothing. */
export function useDestination(): (chosen: Destination) => Promise<void> {
  const router = useRouter()
  const refund = useOfferedRefund()
  const lock = useLock()
  const t = useText()

  /** Opens the refund of the payment on screen, else the list of approved payments to choose from. */
  async function startRefund(): Promise<void> {
    if (refund.open !== null) {
      refund.open()
      return
    }
    await router.push({ path: '/history', query: { state: 'approved' } })
    showMessage('info', t('shell.find.chooseRefund'))
  }

  return async ({ id, to }) => {
    if (to !== null) await router.push(to)
    else if (id === 'lock') await lock()
    else await startRefund()
  }
}
