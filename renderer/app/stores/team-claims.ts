import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import { claimNeedsAttention } from '#shared/model/payments/outcome-groups.ts'
import type { TeamClaimView } from '#shared/model/team/team-history.ts'
import { api } from '../api.ts'
import { useOpenOutcomes } from './open-outcomes.ts'
import { useTeam } from './team.ts'

/**
 * Open claims of the team's other desks, and requests that two desks sent: for the navigation and the open
 * outcomes.
 */
export const useTeamClaims = defineStore('teamClaims', () => {
  const team = useTeam()
  const own = useOpenOutcomes()
  const claimsOfTeam = shallowRef<readonly TeamClaimView[]>([])
  /** Whether other desks have more open claims than these oldest ones. */
  const more = shallowRef(false)
  /** Why the team's open claims could not be read, or null. */
  const failure = shallowRef<Failure | null>(null)
  const reached = computed(() => failure.value === null)

  /** Open claims of other desks that this desk does not check itself, oldest first. */
  const claims = computed(() => claimsOfTeam.value.filter(({ isThisDesk, holder }) =>
    !isThisDesk && !own.entries.some(({ row }) => row.entryId === holder.entryId)))
  const collisions = computed(() => team.member?.collisions ?? [])

  /** How many claims and collisions the navigation counts. `now` in milliseconds since 1970. */
  function countAt(now: number): number {
    return collisions.value.length + claims.value.filter(({ holder }) => claimNeedsAttention(holder, now)).length
  }

  async function load(): Promise<void> {
    if (team.member === null) {
      claimsOfTeam.value = []
      more.value = false
      failure.value = null
      return
    }
    const answer = await api.call('team.openClaims')
    failure.value = answer.ok ? null : answer.failure
    claimsOfTeam.value = answer.ok ? answer.value.claims : []
    more.value = answer.ok && answer.value.more
  }

  /** Reads the claims now and after each change of the team; returns the function that stops it. */
  function start(): () => void {
    const stops = [
      api.on('team.changed', () => { void load() }),
      watch(() => team.member !== null, () => { void load() }, { immediate: true }),
    ]
    return () => { stops.forEach((stop) => { stop() }) }
  }

  return { claims, more, collisions, reached, failure, countAt, load, start }
})
