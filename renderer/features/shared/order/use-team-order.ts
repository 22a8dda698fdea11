import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import type { TeamOrder } from '#shared/model/team/team-history.ts'
import { api } from '../../../app/api.ts'
import { coalesced } from '../../../app/coalesced.ts'
import { useTeam } from '../../../app/stores/team.ts'

/** An order in the team journal: not recorded by a team (`none`), its record, or why it could not be read. */
export type TeamOrderState =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly order: TeamOrder }
  | { readonly kind: 'not-reached'; readonly reason: string }

/** Reads an order as all desks recorded it, again after each change of the team or of the own history. */
export function useTeamOrder(key: Readonly<Ref<OrderKey>>) {
  const team = useTeam()
  const order = shallowRef<TeamOrder | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let latest = 0

  async function read(): Promise<void> {
    const mine = ++latest
    if (team.member === null) {
      order.value = null
      failure.value = null
      return
    }
    const answer = await api.call('team.order', key.value)
    if (mine !== latest) return
    order.value = answer.ok ? answer.value : null
    failure.value = answer.ok ? null : answer.failure
  }
  const load = coalesced(read)

  const teamOrder = computed<TeamOrderState>(() => {
    if (team.member === null) return { kind: 'none' }
    if (order.value !== null) return { kind: 'known', order: order.value }
    // Orders of the sandbox are not recorded by a team.
    if (failure.value === null || failure.value.code === 'not-of-the-team' || failure.value.code === 'no-team') return { kind: 'none' }
    return { kind: 'not-reached', reason: 'detail' in failure.value ? failure.value.detail : '' }
  })

  const isInTeam = computed(() => team.member !== null)
  watch([() => JSON.stringify(key.value), isInTeam], () => { void read() }, { immediate: true })
  const stops = [api.on('team.changed', () => { void load() }), api.on('journal.changed', () => { void load() })]
  onScopeDispose(() => {
    latest += 1
    stops.forEach((stop) => { stop() })
  })

  return { teamOrder }
}
