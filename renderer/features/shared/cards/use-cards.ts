import { computed, onScopeDispose, ref, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { ProfileId } from '#shared/brands.ts'
import { withoutCardNumbers } from '#shared/gateway/fields/text-ids.ts'
import type { CallOutput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { api } from '../../../app/api.ts'
import { coalesced } from '../../../app/coalesced.ts'

type Found = CallOutput<'cards.list'>

/**
 * Searches the cards on file of a profile's merchant, last used first. Searches run one at a time; of texts that arrive
 * meanwhile only the newest is searched for. A change of the history searches again. A null text searches nothing.
 */
export function useCards(
  profileId: MaybeRefOrGetter<ProfileId | null>, text: MaybeRefOrGetter<string | null>, limit: number,
) {
  const found = shallowRef<Found>({ cards: [], more: false })
  const failure = shallowRef<Failure | null>(null)
  /** Key of the search that `found` belongs to. */
  const searched = ref<string | null>(null)
  const asked = computed(() => {
    const [profile, wanted] = [toValue(profileId), toValue(text)]
    // SECURITY: removes a card number that was typed by mistake: it must not reach main in a search.
    return profile === null || wanted === null
      ? null
      : { profileId: profile, text: withoutCardNumbers(wanted).slice(0, 200), limit }
  })
  const keyOf = (input: typeof asked.value): string | null => (input === null ? null : JSON.stringify(input))
  let latest = 0
  let underWay: Promise<unknown> = Promise.resolve()

  async function search(): Promise<void> {
    const mine = ++latest
    await underWay
    const input = asked.value
    if (mine !== latest || input === null) return
    const answering = api.call('cards.list', input)
    underWay = answering
    const answer = await answering
    if (mine !== latest) return
    failure.value = answer.ok ? null : answer.failure
    found.value = answer.ok ? answer.value : { cards: [], more: false }
    searched.value = keyOf(input)
  }

  const searchAgain = coalesced(search)

  watch(() => keyOf(asked.value), () => { void search() }, { immediate: true })
  const stop = api.on('journal.changed', () => { void searchAgain() })
  onScopeDispose(() => {
    latest += 1
    stop()
  })

  return {
    cards: computed(() => found.value.cards), more: computed(() => found.value.more), failure,
    /** True if the listed cards are the result for the current text. */
    upToDate: computed(() => searched.value === keyOf(asked.value)),
  }
}
