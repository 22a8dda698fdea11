import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CallAnswer, CallInput } from '#shared/ipc/contract.ts'
import type { Draft, DraftId, DraftRow, DraftRowState } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'
import { useRowPages } from '../../shared/table/use-row-pages.ts'

type Change = 'batches.mapColumns' | 'batches.editCell' | 'batches.leaveOut' | 'batches.acceptDuplicate' | 'batches.lookUpCards'
type WithoutDraft<Name extends Change> = Omit<CallInput<Name>, 'draftId'>
type Callable = (name: Change, input: unknown) => Promise<CallAnswer<Change>>

/**
 * A draft and its rows. A person changes them, and main (cards that it looks up). While `isTyping` returns true, rows
 * are not read again, so that the cell in use does not move; call `typingEnded` afterwards.
 */
export function useDraftTable(draftId: DraftId, isTyping: () => boolean) {
  const draft = shallowRef<Draft | null>(null)
  const failure = shallowRef<Failure | null>(null)
  /** The draft is no longer in memory. */
  const isMissing = ref(false)
  const busy = ref(false)
  const show = ref<'all' | DraftRowState>('all')
  const rows = useRowPages<DraftRow>((from, count) => api.call('batches.draftRows', { draftId, show: show.value, from, count }))
  let waiting = false

  function take(answer: CallAnswer<'batches.draft'>): void {
    failure.value = answer.ok || answer.failure.code === 'cancelled' ? null : answer.failure
    if (!answer.ok) {
      isMissing.value ||= answer.failure.code === 'draft-gone'
      return
    }
    const isNewer = draft.value === null || answer.value.version > draft.value.version
    draft.value = answer.value
    if (isNewer && answer.value.isChecked) refreshRows()
  }

  function refreshRows(): void {
    waiting = isTyping()
    if (!waiting) void rows.refresh()
  }

  /** Reads the rows again if they changed while a person was typing. */
  function typingEnded(): void {
    if (waiting) refreshRows()
  }

  async function load(): Promise<void> {
    take(await api.call('batches.draft', { draftId }))
  }

  /** Sends a change to main; returns true if main accepted it. */
  async function change<Name extends Change>(name: Name, input: WithoutDraft<Name>): Promise<boolean> {
    busy.value = true
    const answer = await (api.call as Callable)(name, { draftId, ...input })
    busy.value = false
    take(answer)
    return answer.ok
  }

  async function filter(to: 'all' | DraftRowState): Promise<void> {
    show.value = to
    await rows.begin()
  }

  void load()
  onScopeDispose(api.on('batches.draftChanged', (changed) => { if (changed.draftId === draftId) void load() }))

  return { draft, failure, isMissing, busy, show, rows, load, change, filter, typingEnded }
}
