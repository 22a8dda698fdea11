import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CallAnswer, CallOutput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../app/api.ts'
import { useText } from '../../i18n/index.ts'
import { showMessage } from '../../ui/messages/announcer.ts'

/** The public key for verifying the journal outside this application; saves it or the signed heads. */
export function useHeads() {
  const t = useText()
  const key = shallowRef<CallOutput<'maintenance.headKey'>>(null)
  const loaded = ref(false)
  const loadFailure = shallowRef<Failure | null>(null)
  const saveFailure = shallowRef<Failure | null>(null)
  const saving = ref<'key' | 'heads' | null>(null)
  let latest = 0

  async function load(): Promise<void> {
    const mine = ++latest
    const answer = await api.call('maintenance.headKey')
    if (mine !== latest) return
    loaded.value = true
    loadFailure.value = answer.ok ? null : answer.failure
    if (answer.ok) key.value = answer.value
  }

  async function save(what: 'key' | 'heads', call: () => Promise<CallAnswer<'maintenance.saveHeads'>>): Promise<void> {
    if (saving.value !== null) return
    saving.value = what
    saveFailure.value = null
    const answer = await call()
    saving.value = null
    if (answer.ok) showMessage('good', t('maintenance.heads.saved', { file: answer.value.fileName }))
    else if (answer.failure.code !== 'cancelled') saveFailure.value = answer.failure
  }

  void load()
  const stops = [
    api.on('vault.changed', () => { void load() }),
    // There is no key until the first head was signed, some time after the first write.
    api.on('journal.changed', () => { if (key.value === null) void load() }),
  ]
  onScopeDispose(() => {
    latest += 1
    for (const stop of stops) stop()
  })

  return {
    key, loaded, loadFailure, saveFailure, saving, reload: load,
    saveKey: () => save('key', () => api.call('maintenance.saveHeadKey')),
    saveHeads: () => save('heads', () => api.call('maintenance.saveHeads')),
  }
}
