import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { Failure } from '#shared/model/failure.ts'
import type { TeamDesks } from '#shared/model/team-history.ts'
import { api } from '../../app/api.ts'
import { useTeam } from '../../app/stores/team.ts'

/** Why the team is not asked now, and when it last answered. */
export interface NotReached {
  readonly reason: string
  readonly lastAt: string | null
}

/**
 * Whose entries are listed: of all desks where that is `wanted` and the desk is in a team that answers. Where it does
 * not, `notReached` says why, and the list of this desk takes its place until the team is heard of again.
 */
export function useAllDesks(wanted: Readonly<Ref<boolean>>) {
  const team = useTeam()
  /** That the team did not answer a question, though it was connected. */
  const unanswered = ref('')
  const desks = shallowRef<TeamDesks>([])
  const connecting = ref(false)

  const notReached = computed<NotReached | null>(() => {
    const { connection } = team.member ?? {}
    if (!wanted.value || connection === undefined) return null
    if (connection.kind === 'unreachable') return { reason: connection.problem.detail, lastAt: connection.lastAt }
    return unanswered.value === '' ? null : { reason: unanswered.value, lastAt: null }
  })
  const ofTeam = computed(() => wanted.value && team.member !== null && notReached.value === null)

  /** A question to the team failed: true where the list of this desk takes its place. */
  function heard(failure: Failure | null): void {
    if (failure?.code === 'team-unavailable' && ofTeam.value) unanswered.value = failure.detail
  }

  async function loadDesks(): Promise<void> {
    const answer = await api.call('team.desks')
    if (answer.ok) desks.value = answer.value
  }

  async function connect(): Promise<void> {
    connecting.value = true
    const answer = await api.call('team.connect')
    connecting.value = false
    unanswered.value = ''
    if (answer.ok) team.take(answer.value)
  }

  // Whatever is new of the team, it is worth asking again.
  onScopeDispose(api.on('team.changed', () => { unanswered.value = '' }))
  watch(ofTeam, (now) => { if (now) void loadDesks() }, { immediate: true })

  return { ofTeam, notReached, desks, connecting, heard, connect }
}
