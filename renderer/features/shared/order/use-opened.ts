import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Opened, PaymentKey } from '#shared/model/payments/order.ts'
import { api } from '../../../app/api.ts'
import { coalesced } from '../../../app/coalesced.ts'

/**
 * Reads the payment that a key names from the history, again after each change of the history. If a later reading
 * fails, the last result stays. Does not query the gateway.
 */
export function useOpened(key: Readonly<Ref<PaymentKey | null>>) {
  const opened = shallowRef<Opened | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let latest = 0

  async function read(): Promise<void> {
    const mine = ++latest
    if (key.value === null) return
    const answer = await api.call('orders.page', key.value)
    if (mine !== latest) return
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok) opened.value = answer.value
  }
  const load = coalesced(read)

  watch(() => JSON.stringify(key.value), () => {
    opened.value = null
    failure.value = null
    void read()
  }, { immediate: true })
  const stopListening = api.on('journal.changed', () => { void load() })
  onScopeDispose(() => {
    latest += 1
    stopListening()
  })

  return { opened, failure, load }
}
