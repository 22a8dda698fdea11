import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Opened, PaymentKey } from '#shared/model/payments/order.ts'
import { api } from '../../../app/api.ts'
import { coalesced } from '../../../app/coalesced.ts'

/**
 * What a key opens, as the history has it, read again when the history changes. A later failure leaves what was read.
 * The gateway is not queried.
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
