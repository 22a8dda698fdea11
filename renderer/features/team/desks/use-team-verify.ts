import { onScopeDispose, ref, shallowRef } from 'vue'
import type { DeskId } from '#shared/brands.ts'
import type { EventPayload } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { TeamVerification } from '#shared/model/team/team-history.ts'
import { api } from '../../../app/api.ts'

export type VerifiedDesk = TeamVerification['desks'][number]

/** Verifies the team journal, one run at a time. Closing the screen cancels the run. */
export function useTeamVerify() {
  const running = ref(false)
  const stopped = ref(false)
  const progress = shallowRef<EventPayload<'team.verifying'> | null>(null)
  const result = shallowRef<TeamVerification | null>(null)
  const failure = shallowRef<Failure | null>(null)

  async function verify(): Promise<void> {
    if (running.value) return
    running.value = true
    stopped.value = false
    progress.value = null
    result.value = null
    failure.value = null
    const answer = await api.call('team.verify')
    running.value = false
    if (answer.ok) result.value = answer.value
    else if (answer.failure.code === 'cancelled') stopped.value = true
    else failure.value = answer.failure
  }

  function cancel(): void {
    if (running.value) void api.call('team.cancelVerify')
  }

  /** Shows a person's decision about one of the desks in the result, without a new verification. */
  function take(deskId: DeskId, standing: 'admitted' | 'not-admitted'): void {
    if (result.value === null) return
    const desks = result.value.desks.map((desk) => (desk.deskId === deskId ? { ...desk, standing } : desk))
    result.value = { ...result.value, desks }
  }

  onScopeDispose(api.on('team.verifying', (reported) => { if (running.value) progress.value = reported }))
  onScopeDispose(cancel)
  return { running, stopped, progress, result, failure, verify, cancel, take }
}
