/** A form derived from the operation catalogue: typed values, their problems, and the values to send. */
import { computed, reactive, ref, shallowRef, type Ref } from 'vue'
import { fields, isConfidential, type FieldKey, type FieldValues } from '#shared/gateway/fields/fields.ts'
import { touchesMoney, type Operation } from '#shared/gateway/operations/operations.ts'
import { normaliseValues, validate, type Problem, type ValidationContext } from '#shared/gateway/requests/validation.ts'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'

type ReviewInput = CallInput<'payments.review'>

/** Input of a call: values that main may return to the page, and confidential ones that it never returns. */
export type SplitValues = Pick<ReviewInput, 'values' | 'confidential'>

/** Problems that further typing cannot solve: shown immediately. Others are shown when the field loses the focus. */
const shownWhileTyping: readonly Problem['code'][] = [
  'amount-comma', 'too-long', 'holds-card-number', 'control-character', 'not-well-formed',
]

export interface FieldFormOptions {
  /** True for a problem that this screen ignores, such as a missing field that main can add. */
  readonly ignores?: (problem: Problem, values: FieldValues) => boolean
}

export type FieldForm = ReturnType<typeof useFieldForm>

/** True for the field with the card on file that the operation charges: the form offers the card picker. */
export function isCardPicked(form: FieldForm, field: FieldKey): boolean {
  return field === 'cardReference' && touchesMoney(form.operation.value)
}

/**
 * The form of one operation. The page validates by the same rules as main. Problems that only main finds are added with
 * `takeProblems` and shown beside their fields.
 */
export function useFieldForm(
  operation: () => Operation<string>, context: Readonly<Ref<ValidationContext>>, options: FieldFormOptions = {},
) {
  const typed = reactive<{ [Key in FieldKey]?: string }>({})
  /** Amounts to try in turn, one per row; `values` joins them with commas. */
  const amountRows = ref<string[]>([])
  const left = reactive(new Set<FieldKey>())
  const checked = ref(false)
  const answered = shallowRef<readonly Problem[]>([])
  /** Number of times the form was cleared; fields watch it to hide an input that was added on request. */
  const clearings = ref(0)

  const fixesCurrency = computed(() => context.value.fixedCurrency !== null
    && operation().fields.some((use) => use.key === 'currency' && use.need === 'required'))

  const values = computed<FieldValues>(() => ({
    ...typed,
    ...(fixesCurrency.value && { currency: context.value.fixedCurrency ?? '' }),
    ...(amountRows.value.length > 0 && { enumeratedAmounts: amountRows.value.map((row) => row.trim()).join(',') }),
  }))
  const normalised = computed(() => normaliseValues(operation(), values.value))

  /** Rows are validated one by one: "10,15" in a row would read as two amounts in the joined text. */
  const rowProblems = computed<readonly (Problem | null)[]>(() => amountRows.value.map((row) => {
    const asAmount = { ...normalised.value, amount: row.trim(), enumeratedAmounts: undefined }
    const alone = validate(operation(), asAmount, context.value)
    const found = row.trim() === ''
      ? { field: 'amount' as const, code: 'required' as const, details: {} }
      : alone.find((problem) => problem.field === 'amount')
    return found === undefined ? null : { ...found, field: 'enumeratedAmounts' }
  }))

  const problems = computed<readonly Problem[]>(() => {
    const inRow = rowProblems.value.find((problem) => problem !== null)
    const whole = validate(operation(), normalised.value, context.value)
      .filter((problem) => options.ignores?.(problem, normalised.value) !== true)
    if (inRow === undefined) return whole
    return [...whole.filter((problem) => problem.field !== 'enumeratedAmounts'), inRow]
  })

  const shown = computed<ReadonlyMap<FieldKey, Problem>>(() => {
    const map = new Map<FieldKey, Problem>()
    const own = problems.value.filter((problem) => isShown(problem))
    for (const problem of [...own, ...answered.value]) if (!map.has(problem.field)) map.set(problem.field, problem)
    return map
  })

  function isShown(problem: Problem): boolean {
    if (checked.value || shownWhileTyping.includes(problem.code)) return true
    return left.has(problem.field) && problem.code !== 'required'
  }

  function type(key: FieldKey, text: string): void {
    typed[key] = text
    forgetAnswered(key)
  }

  /** Call when a field loses the focus: its problems are shown from now on, unless it is empty. */
  function leave(key: FieldKey): void {
    if ((values.value[key] ?? '').trim() !== '') left.add(key)
  }

  function setRows(rows: readonly string[]): void {
    amountRows.value = [...rows]
    forgetAnswered('enumeratedAmounts')
  }

  function forgetAnswered(key: FieldKey): void {
    answered.value = answered.value.filter((problem) => problem.field !== key)
  }

  /** Shows every problem; returns true if there is none. */
  function check(): boolean {
    checked.value = true
    answered.value = []
    return problems.value.length === 0
  }

  /** Shows the problems that main found in fields; returns false if the failure is about something else. */
  function takeProblems(failure: Failure): boolean {
    if (failure.code !== 'form-invalid') return false
    answered.value = failure.problems
    return true
  }

  /** Clears the form, or only the named fields. */
  function clear(keys: readonly FieldKey[] = [...Object.keys(typed) as FieldKey[], 'enumeratedAmounts']): void {
    for (const key of keys) {
      delete typed[key]
      left.delete(key)
      if (key === 'enumeratedAmounts') amountRows.value = []
    }
    answered.value = []
    checked.value = false
    clearings.value += 1
  }

  /** The typed values, with the confidential ones apart; main trims the spaces that the gateway would remove. */
  function split(): SplitValues {
    const carried = operation().fields.flatMap(({ key, need }) => {
      const value = values.value[key] ?? ''
      return need === 'supplied' || value === '' ? [] : [[key, value] as const]
    })
    const part = (confidential: boolean) =>
      Object.fromEntries(carried.filter(([key]) => isConfidential(key) === confidential))
    return { values: part(false), confidential: part(true) }
  }

  return {
    typed, amountRows, values, normalised, fixesCurrency, rowProblems, problems, shown, checked, clearings, context,
    operation: computed(operation), type, leave, setRows, check, takeProblems, clear, split,
    field: (key: FieldKey) => fields[key],
  }
}
