import { computed, onScopeDispose, shallowRef } from 'vue'
import type { HistoryFilter } from '#shared/model/history-list.ts'
import { api } from '../../app/api.ts'
import { useText } from '../../i18n/index.ts'
import { announce } from '../../ui/announcer.ts'

/** How many entries a list has in all; with `atLeast` more than `count`. */
export interface Total {
  readonly count: number
  readonly atLeast: boolean
}

/** Counting waits for the typing to rest: it is done for the text that stays, and said to screen readers once. */
const restMs = 300

/** The number of entries of the whole list, which may come after its first page; null until then. */
export function useTotal() {
  const t = useText()
  const total = shallowRef<Total | null>(null)
  let rest: ReturnType<typeof setTimeout> | undefined
  let latest = 0

  /** Counts what a filter shows; `known` is the number when all of it is there already. */
  function count(filter: HistoryFilter, known: number | null): void {
    const mine = ++latest
    if (known !== null) total.value = { count: known, atLeast: false }
    rest = setTimeout(() => { void finish(filter, mine) }, restMs)
  }

  async function finish(filter: HistoryFilter, mine: number): Promise<void> {
    if (total.value === null) {
      const answer = await api.call('history.count', filter)
      // Without a number the list still shows what there is.
      if (mine !== latest || !answer.ok) return
      total.value = answer.value
    }
    announce(totalText.value)
  }

  /** Empty while the number is not there. */
  const totalText = computed(() => {
    if (total.value === null) return ''
    const { count: number, atLeast } = total.value
    const shown = number.toLocaleString('en')
    return atLeast ? t('history.moreThan', { number: shown }) : t('history.total', { count: number, number: shown })
  })

  /** The list is another one now. */
  function forget(): void {
    clearTimeout(rest)
    latest += 1
    total.value = null
  }
  onScopeDispose(forget)

  return { total, totalText, count, forget }
}
