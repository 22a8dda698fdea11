import { ref, shallowRef, watch, type Ref } from 'vue'
import type { CustomerLanguage } from '#shared/customer-texts/language.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import type { Result } from '#shared/result.ts'
import { api } from '../../../app/api.ts'
import type { OfferedDocument } from './offered-documents.ts'

/** Prepares the chosen document in the chosen language; saves or prints the shown text. */
export function useDocuments(order: OrderKey, chosen: Ref<OfferedDocument>, language: Ref<CustomerLanguage>) {
  /** Null while the document is being prepared. */
  const text = ref<string | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const saved = ref('')
  const busy = ref<'pdf' | 'text' | 'print' | null>(null)
  let documentId: string | null = null
  /** Number of the current preparation; results of earlier ones are dropped. */
  let turn = 0

  /** Reads the text in the language. With `gathers`, main first collects the facts again. */
  async function show(gathers: boolean): Promise<void> {
    const own = turn += 1
    text.value = null
    failure.value = null
    saved.value = ''
    if (gathers || documentId === null) {
      documentId = null
      const prepared = await api.call('documents.prepare', { order, wanted: chosen.value.wanted })
      if (own !== turn) return
      if (!prepared.ok) {
        failure.value = prepared.failure
        return
      }
      documentId = prepared.value.documentId
    }
    const read = await api.call('documents.text', { documentId, language: language.value })
    if (own !== turn) return
    if (read.ok) text.value = read.value.text
    else failure.value = read.failure
  }

  async function withDocument<Value>(
    what: NonNullable<typeof busy.value>, use: (documentId: string) => Promise<Result<Value, Failure>>,
  ): Promise<Value | null> {
    if (busy.value !== null || documentId === null) return null
    busy.value = what
    saved.value = ''
    failure.value = null
    const answer = await use(documentId)
    busy.value = null
    if (answer.ok) return answer.value
    if (answer.failure.code !== 'cancelled') failure.value = answer.failure
    return null
  }

  async function save(format: 'pdf' | 'text'): Promise<void> {
    const file = await withDocument(format, (id) => api.call('documents.save', { documentId: id, language: language.value, format }))
    if (file !== null) saved.value = file.fileName
  }

  async function print(): Promise<void> {
    await withDocument('print', (id) => api.call('documents.print', { documentId: id, language: language.value }))
  }

  watch(chosen, () => { void show(true) }, { immediate: true })
  watch(language, () => { void show(false) })

  return { text, failure, saved, busy, prepare: () => show(true), save, print }
}
