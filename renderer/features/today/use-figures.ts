import { onScopeDispose } from 'vue'
import { api } from '../../app/api.ts'
import { useSession } from '../../app/stores/session.ts'
import { useLiveAnswer } from '../shared/use-live-answer.ts'

/** The compared hours change every quarter of an hour, and the day at midnight, without an event. */
const reloadMs = 60_000

/** Today's figures of the active profile, kept up to date while the component is mounted. */
export function useFigures() {
  const session = useSession()
  const { answer: today, failure, load } = useLiveAnswer(
    () => session.activeId,
    () => (session.activeId === null ? null : api.call('today.read', { profileId: session.activeId })),
  )
  const timer = setInterval(() => { void load() }, reloadMs)
  onScopeDispose(() => { clearInterval(timer) })

  return { today, failure, load }
}
