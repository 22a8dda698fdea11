import { computed, reactive, ref, watch } from 'vue'
import { amountFields, columnsProblem, type ColumnField } from '#shared/reconcile/columns.ts'
import type { RunProblem, Statement } from '#shared/model/payments/reconcile.ts'
import { chosenKind, type WordKind } from '#shared/reconcile/words.ts'

type Reading = Statement['reading']
type Period = { readonly first: string; readonly last: string }

/** A person's choices before a statement is compared: the meanings of its columns and their formats. */
export function useColumnsForm(statement: () => Statement, problem: () => RunProblem | null) {
  const separator = ref<Reading['separator'] | ''>('')
  const dayOrder = ref<Reading['dayOrder'] | ''>('')
  const currency = ref(statement().reading.currency ?? '')
  const kinds = reactive<Record<string, WordKind>>({ ...statement().reading.kinds })
  const period = reactive({ first: '', last: '' })
  const tried = ref(false)

  const meanings = computed(() => statement().reading.meanings)
  const has = (field: ColumnField): boolean => meanings.value.includes(field)

  // Other columns allow other readings. If two are possible and this source is new, a person has to choose.
  watch(() => [statement().separators.join(), statement().dayOrders.join(), meanings.value.join()], () => {
    const { separators, dayOrders, isKept, reading } = statement()
    separator.value = separators.length === 2 && !isKept ? '' : reading.separator
    dayOrder.value = dayOrders.length === 2 && !isKept && has('day') ? '' : reading.dayOrder
  }, { immediate: true })

  const needsSeparator = computed(() => statement().separators.length !== 1 && amountFields.some(has))
  const needsDayOrder = computed(() => statement().dayOrders.length !== 1 && has('day'))
  const needsCurrency = computed(() => !has('currency'))
  const needsPeriod = computed(() => !has('day') || problem() === 'period-too-long' || problem() === 'days-unreadable')
  const kindOf = (word: string): WordKind => chosenKind(word, kinds)

  /** Why the columns are not sufficient; null if they are. */
  const columns = computed(() => columnsProblem(meanings.value))
  const isReady = computed(() => columns.value === null && separator.value !== '' && dayOrder.value !== '')

  /** Returns the choices; null if one is missing. */
  function readChoices(): { readonly reading: Reading; readonly period: Period | null } | null {
    tried.value = true
    if (!isReady.value || separator.value === '' || dayOrder.value === '') return null
    return {
      reading: {
        meanings: meanings.value, separator: separator.value, dayOrder: dayOrder.value, kinds: { ...kinds },
        currency: needsCurrency.value ? currency.value.trim().toUpperCase().slice(0, 3) : null,
      },
      period: needsPeriod.value && (period.first !== '' || period.last !== '') ? { ...period } : null,
    }
  }

  return {
    meanings, separator, dayOrder, currency, kinds, period, tried, columns, kindOf, readChoices,
    needsSeparator, needsDayOrder, needsCurrency, needsPeriod,
  }
}
