import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryView } from '#shared/model/history/history-list.ts'
import { pastedCharge } from '#shared/pasted-charge.ts'
import { findEntries, type FoundEntries } from './find-entries.ts'
import { useText } from '../../i18n/index.ts'
import { destinationsOf } from './destinations.ts'
import type { PastedMail } from '../pasted-mail.ts'
import { pastedKind, type PastedKind } from './pasted-text.ts'
import { askSuggestions, isNamedBy, nothingSearched, searchesOf, type Searches, type Suggestion } from './quick-search.ts'
import { useAccess } from '../stores/access.ts'
import { useSession } from '../stores/session.ts'

const mostEntries = 6

/** The pasted content behind the text in the box. `mail` is null if the person may not use it. */
export type Pasted =
  | { readonly kind: 'request'; readonly text: string }
  | { readonly kind: 'mail'; readonly mail: PastedMail | null }

interface FoundList { readonly text: string; readonly view: HistoryView }

interface Result {
  readonly rows: readonly HistoryRow[]
  /** Searches that found several entries: the history lists all of them. */
  readonly lists: readonly FoundList[]
  readonly failure: Failure | null
}

const nothing: Result = { rows: [], lists: [], failure: null }

/**
 * The suggestions of the quick search. The history is searched while a person types: one search at a time, only for
 * the newest text. A result is shown only with the text that it was found for.
 */
export function useSuggestions(text: Readonly<Ref<string>>, pasted: Readonly<Ref<Pasted | null>>) {
  const session = useSession()
  const access = useAccess()
  const t = useText()
  const result = shallowRef<Result>(nothing)
  /** The text whose search has finished. */
  const searched = ref('')
  let latest = 0
  let underWay: Promise<unknown> = Promise.resolve()

  const upToDate = computed(() => searched.value === text.value)
  const suggestions = computed<readonly Suggestion[]>(() => {
    if (!upToDate.value || text.value.trim() === '') return []
    const { rows, lists, failure } = result.value
    const kind = pasted.value?.kind ?? pastedKind(text.value)
    const mayAsk = rows.length === 0 && failure === null && kind !== 'mail' && kind !== 'request'
    const entries = (wanted: readonly HistoryRow[]): Suggestion[] => wanted.map((row) => ({ kind: 'entry', row }))
    const isNamed = (row: HistoryRow): boolean => isNamedBy(row, text.value)
    return [
      ...pastedSuggestions(kind),
      // A complete id opens its payment first, whatever else matches.
      ...entries(rows.filter(isNamed)),
      ...(kind === null ? destinations() : []),
      ...lists.map((list) => ({ kind: 'list' as const, ...list })),
      ...entries(rows.filter((row) => !isNamed(row))),
      ...(kind === null ? chargedTwice() : []),
      ...(mayAsk ? askSuggestions(text.value, session.profiles, session.activeId) : []),
    ]
  })

  function pastedSuggestions(kind: PastedKind | null): Suggestion[] {
    if (kind === 'mail') return access.mayAdminister ? [{ kind: 'new-profile' }] : []
    return kind === null ? [] : [{ kind: kind === 'request' ? 'mistake' : 'callback' }]
  }

  function destinations(): Suggestion[] {
    return destinationsOf(text.value, { mayAdminister: access.mayAdminister, t })
      .map((destination) => ({ kind: 'destination', destination }))
  }

  function chargedTwice(): Suggestion[] {
    const charge = pastedCharge(text.value)
    return charge === null ? [] : [{ kind: 'charged-twice', charge }]
  }

  function searches(wanted: string): Searches {
    if (pasted.value?.kind === 'mail') return nothingSearched
    return searchesOf(pasted.value?.text ?? wanted)
  }

  async function search(wanted: string): Promise<void> {
    const mine = ++latest
    const isWanted = (): boolean => mine === latest
    await underWay
    if (!isWanted()) return
    const searching = resultFor(searches(wanted), isWanted)
    underWay = searching
    const found = await searching
    if (found === null || !isWanted()) return
    result.value = found
    searched.value = wanted
  }

  watch(text, (wanted) => { void search(wanted) }, { flush: 'sync' })
  onScopeDispose(() => { latest += 1 })

  return { suggestions, upToDate, failure: computed(() => result.value.failure) }
}

/** The result for the text as typed, else for each id in it; null if the text has changed meanwhile. */
async function resultFor({ asTyped, byId }: Searches, isWanted: () => boolean): Promise<Result | null> {
  let result = nothing
  for (const one of [...(asTyped === null ? [] : [asTyped]), ...byId]) {
    const found = await findEntries(one, mostEntries, isWanted)
    if (found === null) return null
    result = withFound(result, one, found)
    if (found.failure !== null || (one === asTyped && found.rows.length > 0)) break
  }
  return result
}

function withFound(result: Result, text: string, { view, rows, more, failure }: FoundEntries): Result {
  const known = new Set(result.rows.map(({ entryId }) => entryId))
  return {
    rows: [...result.rows, ...rows.filter(({ entryId }) => !known.has(entryId))].slice(0, mostEntries),
    lists: rows.length > 1 || more ? [...result.lists, { text, view }] : result.lists,
    failure,
  }
}
