import { computed, ref } from 'vue'
import { fields, isConfidential, type FieldKey } from '#shared/gateway/fields.ts'
import { carries, createsOrder, operations } from '#shared/gateway/operations.ts'
import type { ColumnMeaning, Draft, decimalSeparators } from '#shared/model/batch.ts'
import type { CallInput } from '#shared/ipc/contract.ts'

type Decimals = (typeof decimalSeparators)[number]
type Mapping = Omit<CallInput<'batches.mapColumns'>, 'draftId'>

/** What a person chooses about the columns of a draft, before it is applied. */
export function useColumnMapping(draft: Draft) {
  const operation = operations[draft.operation]
  const columns = ref<ColumnMeaning[]>(draft.columns.map(({ meaning }) => meaning))
  const decimals = ref<Decimals | ''>(draft.decimals === null || draft.decimals === 'unclear' ? '' : draft.decimals)
  // A masked value cannot be sent again: it is typed again.
  const defaults = ref<Partial<Record<FieldKey, string>>>(Object.fromEntries(
    Object.entries(draft.defaults).map(([key, value]) => [key, isConfidential(key as FieldKey) ? '' : value])))
  const periodLabel = ref(draft.periodLabel ?? '')

  /** The fields that a row may have. */
  const offered = operation.fields.filter(({ key, need }) => need !== 'supplied' && fields[key].sensitivity !== 'never'
    && fields[key].sensitivity !== 'card-number').map(({ key }) => key)
  const mapped = computed(() => new Set(columns.value))
  /** Merchant order ids of new orders may be derived; those of an order that exists are its own. */
  const mayDerive = createsOrder(operation) && carries(operation, 'merchantOrderId')
  const derives = computed(() => mayDerive && !mapped.value.has('merchantOrderId') && mapped.value.has('row-name'))
  /** Required fields without a column, a value for all rows, or a derived id. */
  const missing = computed(() => operation.fields.filter(({ key, need }) => need === 'required' && offered.includes(key)
    && !mapped.value.has(key) && (defaults.value[key] ?? '').trim() === ''
    && !(key === 'merchantOrderId' && derives.value && periodLabel.value.trim() !== '')
    && !(key === 'currency' && draft.entryPoint.kind === 'endpoint')).map(({ key }) => key))
  const twice = computed(() => [...mapped.value].filter((meaning) => meaning !== null
    && columns.value.filter((one) => one === meaning).length > 1))
  /** The fields with an input for all rows: those that are missing, and those that a person added. */
  const added = ref<FieldKey[]>([...new Set([...Object.keys(draft.defaults) as FieldKey[], ...draft.missing])]
    .filter((key) => offered.includes(key)))
  const shownDefaults = computed(() => added.value.filter((key) => !mapped.value.has(key)
    && !(key === 'merchantOrderId' && (derives.value || mayDerive))))
  const addable = computed(() => offered.filter((key) => !mapped.value.has(key) && !added.value.includes(key)
    && !(key === 'merchantOrderId')))
  const needsDecimals = computed(() => draft.decimals !== null && decimals.value === '')
  const isReady = computed(() => missing.value.length === 0 && twice.value.length === 0 && !needsDecimals.value)

  const mapping = (): Mapping => ({
    columns: columns.value,
    decimals: decimals.value === '' ? null : decimals.value,
    defaults: Object.fromEntries(shownDefaults.value.map((key) => [key, (defaults.value[key] ?? '').trim()]).filter(([, value]) => value !== '')),
    periodLabel: derives.value && periodLabel.value.trim() !== '' ? periodLabel.value.trim() : null,
  })

  return {
    columns, decimals, defaults, periodLabel, offered, mayDerive, derives, missing, twice, added, shownDefaults,
    addable, needsDecimals, isReady, mapping,
  }
}
