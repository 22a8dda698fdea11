import { computed, onBeforeUnmount, ref, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { CallAnswer, CallInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { RunProblem, Statement } from '#shared/model/payments/reconcile.ts'
import { api } from '../../app/api.ts'
import { droppedTable } from '../shared/dropped-table.ts'

export type Meanings = CallInput<'reconcile.columns'>['meanings']
type Reading = CallInput<'reconcile.run'>['reading']
type ProfileId = CallInput<'reconcile.openFile'>['profileId']

/** Opens a statement, sets its columns and compares it with the history; then shows its result. */
export function useStatement(profileId: () => ProfileId | null) {
  const router = useRouter()
  const statement = shallowRef<Statement | null>(null)
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)
  const problem = ref<RunProblem | null>(null)
  const progress = shallowRef<{ readonly entries: number; readonly share: number } | null>(null)
  const isCancelled = ref(false)

  async function open(call: (profile: ProfileId) => Promise<CallAnswer<'reconcile.openFile'>>): Promise<void> {
    const profile = profileId()
    if (busy.value || profile === null) return
    busy.value = true
    failure.value = null
    const answer = await call(profile)
    busy.value = false
    if (answer.ok) {
      statement.value = answer.value
      problem.value = null
      isCancelled.value = false
    } else if (answer.failure.code !== 'cancelled') failure.value = answer.failure
  }

  const openDropped = (file: File) => open(async (profile) => {
    const table = await droppedTable(file)
    return table.ok ? await api.call('reconcile.openDropped', { profileId: profile, ...table.value }) : table
  })

  /** Sends the meanings of the columns to main, which returns the further choices that they require. */
  async function choose(meanings: Meanings): Promise<void> {
    const { value: open } = statement
    if (open === null) return
    const answer = await api.call('reconcile.columns', { statementId: open.statementId, meanings })
    if (answer.ok) statement.value = answer.value
    else failure.value = answer.failure
  }

  async function run(reading: Reading, period: CallInput<'reconcile.run'>['period']): Promise<void> {
    const { value: open } = statement
    const profile = profileId()
    if (open === null || profile === null || progress.value !== null) return
    failure.value = null
    problem.value = null
    isCancelled.value = false
    progress.value = { entries: 0, share: 0 }
    const answer = await api.call('reconcile.run', { statementId: open.statementId, profileId: profile, reading, period })
    progress.value = null
    if (!answer.ok) {
      isCancelled.value = answer.failure.code === 'cancelled'
      if (!isCancelled.value) failure.value = answer.failure
    } else if (answer.value.kind === 'problem') problem.value = answer.value.problem
    else await router.push(`/reconcile/${answer.value.result.resultId}`)
  }

  async function cancel(): Promise<void> {
    if (statement.value !== null) await api.call('reconcile.cancel', { statementId: statement.value.statementId })
  }

  function close(): void {
    statement.value = null
    failure.value = null
  }

  const stopListening = api.on('reconcile.progress', ({ statementId, entries, share }) => {
    if (statementId === statement.value?.statementId && progress.value !== null) progress.value = { entries, share }
  })
  onBeforeUnmount(() => {
    stopListening()
    if (progress.value !== null) void cancel()
  })

  const openFile = () => open((profile) => api.call('reconcile.openFile', { profileId: profile }))
  const running = computed(() => progress.value)
  return { statement, busy, failure, problem, running, isCancelled, openFile, openDropped, choose, run, cancel, close }
}
