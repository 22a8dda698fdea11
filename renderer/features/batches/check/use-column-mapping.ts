import { computed, ref } from 'vue'
import { isConfidential, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { ColumnMeaning, Draft } from '#shared/model/payments/batch.ts'
import type { Separator } from '#shared/tables/written-amounts.ts'
import { batchFields, unclearOf } from '#shared/tables/batch-columns.ts'
import { derivesOrderIds, missingFields } from '#shared/tables/missing-fields.ts'

/** A person's choices about the columns, as main accepts them. */
export type Mapping = Omit<CallInput<'batches.mapColumns'>, 'draftId'>

/** The form for the columns of a draft; `mapping` returns its values. */
export function useColumnMapping(draft: Draft) {
  const operation = operations[draft.operation]
  const offered = batchFields(operation).map(({ key }) => key)
  const columns = ref<ColumnMeaning[]>(draft.columns.map(({ meaning }) => meaning))
  const decimals = ref<Separator | ''>(draft.decimals === null || draft.decimals === 'unclear' ? '' : draft.decimals)
  // Main returns confidential values masked, so a person has to type them again.
  const defaults = ref<Partial<Record<FieldKey, string>>>(Object.fromEntries(
    Object.entries(draft.defaults).map(([key, value]) => [key, isConfidential(key as FieldKey) ? '' : value])))
  const periodLabel = ref(draft.periodLabel ?? '')

  const mayDerive = createsOrder(operation)
  const derives = computed(() => derivesOrderIds({ operation, meanings: columns.value }))
  const missing = computed(() => missingFields({
    operation, entryPoint: draft.entryPoint, meanings: columns.value, unclear: unclearOf(draft.columns),
    defaults: defaults.value, periodLabel: periodLabel.value,
  }))
  const twice = computed(() => [...new Set(columns.value)].filter((meaning) => meaning !== null
    && columns.value.filter((one) => one === meaning).length > 1))

  /** False for ids, which differ in each row. */
  const isShared = (key: FieldKey): boolean => key !== 'merchantOrderId' && key !== 'orderId'
  const added = ref([...Object.keys(draft.defaults) as FieldKey[], ...draft.missing].filter((key) => isShared(key)))
  const free = computed(() => offered.filter((key) => isShared(key) && !columns.value.includes(key)))
  /** The fields with one value for all rows: those that are missing, and those that a person added. */
  const shownDefaults = computed(() => free.value.filter((key) => added.value.includes(key)))
  const addable = computed(() => free.value.filter((key) => !added.value.includes(key)))
  const needsDecimals = computed(() => draft.decimals !== null && decimals.value === '')
  const isReady = computed(() => missing.value.length === 0 && twice.value.length === 0 && !needsDecimals.value)

  const mapping = (): Mapping => {
    const label = periodLabel.value.trim()
    const given = shownDefaults.value.map((key) => [key, (defaults.value[key] ?? '').trim()]).filter(([, value]) => value !== '')
    return {
      columns: columns.value, decimals: decimals.value === '' ? null : decimals.value, defaults: Object.fromEntries(given),
      periodLabel: derives.value && label !== '' ? label : null,
    }
  }

  return {
    columns, decimals, defaults, periodLabel, offered, mayDerive, derives, missing, twice, added, shownDefaults,
    addable, needsDecimals, isReady, mapping,
  }
}
