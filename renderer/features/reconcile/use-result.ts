import { ref, shallowRef } from 'vue'
import type { CallAnswer, CallInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { ReconcileResult, ResultFormat, ResultRow } from '#shared/model/payments/reconcile.ts'
import { listNames, type ListName } from '#shared/reconcile/lists.ts'
import { api } from '../../app/api.ts'
import type { Translate } from '../../i18n/index.ts'
import { showMessage } from '../../ui/messages/announcer.ts'
import { useRowPages } from '../shared/table/use-row-pages.ts'

type Decision = CallInput<'reconcile.decide'>['decision']
type Decided = Extract<CallAnswer<'reconcile.decide'>, { readonly ok: true }>['value']

/** Why a decision was refused: a failure, or a problem of the line. */
export type Refused = Failure | Extract<Decided, { readonly kind: 'problem' }>['problem']

/** A stored result: its lists, loaded when they are scrolled into view, decisions about its lines, and its files. */
export function useResult(resultId: string, t: Translate) {
  const result = shallowRef<ReconcileResult | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const list = ref<ListName>('different')
  const saving = ref<ResultFormat | null>(null)

  const rows = useRowPages<ResultRow>((from, count) => api.call('reconcile.rows', { resultId, list: list.value, from, count }))

  async function load(): Promise<void> {
    const answer = await api.call('reconcile.open', { resultId })
    if (!answer.ok) {
      failure.value = answer.failure
      return
    }
    failure.value = null
    result.value = answer.value
    list.value = listNames.find((name) => answer.value.lists[name] > 0) ?? 'matched'
    await rows.begin()
  }
  void load()

  async function show(name: ListName): Promise<void> {
    list.value = name
    await rows.begin()
  }

  /** Decides about the line at `place`; returns why it was refused, or null. */
  async function decide(place: number, decision: Decision): Promise<Refused | null> {
    const answer = await api.call('reconcile.decide', { resultId, place, decision })
    if (!answer.ok) return answer.failure
    if (answer.value.kind === 'problem') return answer.value.problem
    result.value = answer.value.result
    await rows.refresh()
    return null
  }

  async function save(format: ResultFormat): Promise<void> {
    if (saving.value !== null) return
    saving.value = format
    const answer = await api.call('reconcile.save', { resultId, format })
    saving.value = null
    if (answer.ok) showMessage('good', t('reconcile.result.saved', { name: answer.value.fileName }))
    else if (answer.failure.code !== 'cancelled') failure.value = answer.failure
  }

  return { result, failure, list, rows, saving, load, show, decide, save }
}
