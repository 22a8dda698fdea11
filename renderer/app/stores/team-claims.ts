import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { claimNeedsAttention } from '#shared/model/outcome-groups.ts'
import type { TeamClaimView } from '#shared/model/team-history.ts'
import { api } from '../api.ts'
import { useOpenOutcomes } from './open-outcomes.ts'
import { useTeam } from './team.ts'

/** What is open at the other desks of the team, and what two desks sent: for the navigation and the open outcomes. */
export const useTeamClaims = defineStore('teamClaims', () => {
  const team = useTeam()
  const own = useOpenOutcomes()
  const told = shallowRef<readonly TeamClaimView[]>([])
  /** False while the team could not be asked what is open at other desks. */
  const reached = ref(true)

  /** Open claims of other desks that this desk does not ask about itself, oldest first. */
  const claims = computed(() => told.value.filter(({ isThisDesk, holder }) =>
    !isThisDesk && !own.entries.some(({ row }) => row.entryId === holder.entryId)))
  const collisions = computed(() => team.member?.collisions ?? [])

  /** What the count in the navigation includes of it. `now` in milliseconds since 1970. */
  function countAt(now: number): number {
    return collisions.value.length + claims.value.filter(({ holder }) => claimNeedsAttention(holder, now)).length
  }

  async function load(): Promise<void> {
    if (team.member === null) {
      told.value = []
      reached.value = true
      return
    }
    const answer = await api.call('team.openClaims')
    reached.value = answer.ok
    told.value = answer.ok ? answer.value : []
  }

  /** Reads them now, and whenever there is news of the team; the answer ends that. */
  function start(): () => void {
    const stops = [
      api.on('team.changed', () => { void load() }),
      watch(() => team.member !== null, () => { void load() }, { immediate: true }),
    ]
    return () => { stops.forEach((stop) => { stop() }) }
  }

  return { claims, collisions, reached, countAt, load, start }
})
