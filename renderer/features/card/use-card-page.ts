import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CardReference } from '#shared/brands.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { CardPage } from '#shared/model/payments/card.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../app/api.ts'
import { coalesced } from '../../app/coalesced.ts'
import type { ChosenTarget } from '../shared/form/targets.ts'

/**
 * The stored facts of a card and its payments, read again when the history changes. Only `lookUp` sends a request.
 * `refused` is an answer of the gateway that reported no card.
 */
export function useCardPage({ profileId, entryPoint }: ChosenTarget, cardReference: CardReference) {
  const page = shallowRef<CardPage | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const refused = shallowRef<Answer | null>(null)
  const lookingUp = ref(false)
  let disposed = false

  async function read(): Promise<void> {
    const answer = await api.call('cards.page', { profileId, cardReference })
    if (disposed) return
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok) page.value = answer.value
  }
  const load = coalesced(read)

  async function lookUp(): Promise<void> {
    if (lookingUp.value) return
    lookingUp.value = true
    const answer = await api.call('cards.lookUp', { profileId, entryPoint, cardReference })
    lookingUp.value = false
    refused.value = answer.ok && answer.value.outcome.kind !== 'answered' ? answer.value : null
    if (answer.ok) await load()
    else failure.value = answer.failure
  }

  const stop = api.on('journal.changed', () => { void load() })
  onScopeDispose(() => {
    disposed = true
    stop()
  })
  void load()

  return { page, failure, refused, lookingUp, lookUp }
}
