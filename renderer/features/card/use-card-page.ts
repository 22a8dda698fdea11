import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CardReference } from '#shared/brands.ts'
import type { Answer } from '#shared/model/answer.ts'
import type { CardPage } from '#shared/model/card.ts'
import type { Failure } from '#shared/model/failure.ts'
import { api } from '../../app/api.ts'
import type { ChosenTarget } from '../shared/form/targets.ts'

/**
 * What is kept of a card and its payments, read again when the history changes. Opening it asks the gateway nothing;
 * `lookUp` does. `refused` is an answer of the gateway that reported no card.
 */
export function useCardPage({ profileId, entryPoint }: ChosenTarget, cardReference: CardReference) {
  const page = shallowRef<CardPage | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const refused = shallowRef<Answer | null>(null)
  const lookingUp = ref(false)
  let latest = 0

  async function read(): Promise<void> {
    const mine = ++latest
    const answer = await api.call('cards.page', { profileId, cardReference })
    if (mine !== latest) return
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok) page.value = answer.value
  }

  async function lookUp(): Promise<void> {
    if (lookingUp.value) return
    lookingUp.value = true
    const answer = await api.call('cards.lookUp', { profileId, entryPoint, cardReference })
    lookingUp.value = false
    refused.value = answer.ok && answer.value.outcome.kind !== 'answered' ? answer.value : null
    if (answer.ok) await read()
    else failure.value = answer.failure
  }

  const stop = api.on('journal.changed', () => { void read() })
  onScopeDispose(() => {
    latest += 1
    stop()
  })
  void read()

  return { page, failure, refused, lookingUp, lookUp }
}
