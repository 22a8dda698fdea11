/** Checks a draft: each row alone and against the history, then all rows against each other. */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { createsOrder } from '#shared/gateway/operations/operations.ts'
import type { Problem } from '#shared/gateway/requests/validation.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { Separator } from '#shared/tables/written-amounts.ts'
import { missingFields } from '#shared/tables/missing-fields.ts'
import type { DeskContext } from '../../context.ts'
import { findInHistory, knownOrders, type KnownOrders } from './against-history.ts'
import { findInTeam } from './against-team.ts'
import { knownCards } from './cards.ts'
import { checkValues } from './check-values.ts'
import { inParts } from './in-parts.ts'
import { ofOtherProfiles } from './other-profiles.ts'
import { decimalsOf, isUnclearList, mappingOf, valuesOf } from './row-values.ts'
import type { DraftState, StateRow, Verdict } from './state.ts'
import { judgeOf } from './verdicts.ts'

const listWithComma: Problem = { field: 'enumeratedAmounts', code: 'amount-comma', details: {} }

/**
 * Checks the rows without a result, if columns and values for all rows are complete; else checks nothing. `isWanted` is
 * called between two parts, so that a dropped draft is not checked further.
 */
export async function checkDraft(
  desk: DeskContext, draft: DraftState, isWanted: () => boolean,
): Promise<Result<null, Failure>> {
  draft.verdicts = []
  const { separator } = decimalsOf(draft)
  if (separator === null || missingFields(mappingOf(draft)).length > 0) return success(null)
  let failure: Result<null, Failure> = success(null)
  const isWhole = await inParts(draft.rows.filter(({ facts }) => facts === null), async (part) => {
    failure = await checkPart(desk, draft, part, separator)
    return failure.ok && isWanted()
  })
  if (isWhole) await judgeRows(draft, isWanted)
  return failure
}

/** Sets the states of all rows at once, so that no row is shown before the others are ready. */
async function judgeRows(draft: DraftState, isWanted: () => boolean): Promise<void> {
  const judge = judgeOf(draft)
  const verdicts: Verdict[] = []
  const isWhole = await inParts(draft.rows, async (part) => {
    for (const row of part) verdicts.push(judge(row))
    return isWanted()
  })
  if (isWhole) draft.verdicts = verdicts
}

async function checkPart(
  desk: DeskContext, draft: DraftState, part: readonly StateRow[], separator: Separator,
): Promise<Result<null, Failure>> {
  const { operation, target } = draft
  const written = part.map((row) => valuesOf(draft, row, separator))
  const known = await knownOrders(desk, target, written)
  if (!known.ok) return known
  const checked = part.map((row, index) => {
    const values = withOrderIds(draft, written[index] ?? {}, known.value)
    const own = checkValues(draft, row, values, wholeOf(known.value, values))
    return isUnclearList(draft, row, separator) ? { ...own, problems: [...own.problems, listWithComma] } : own
  })
  const before = await findInHistory(desk, operation, target, checked, known.value)
  if (!before.ok) return before
  const others = await ofOtherProfiles(desk, operation, target, checked.map(({ values }) => values), known.value)
  if (!others.ok) return others
  const elsewhere = await findInTeam(desk, operation, target, checked, known.value)
  const cards = await knownCards(desk, draft, checked.map(({ values }) => values))
  if (!cards.ok) return cards
  part.forEach((row, index) => {
    const [own, facts, card] = [before.value[index], checked[index], cards.value[index]]
    if (own === undefined || facts === undefined || card === undefined) throw new Error('a row lost its result')
    const other = elsewhere[index]
    const found = own.isDone || other === undefined || other.earlier === null ? own : other
    row.facts = { ...facts, obstacle: facts.obstacle ?? others.value[index] ?? null, ...found, ...card }
  })
  return success(null)
}

/** Adds the missing ids of an order that the history knows by one of them. */
function withOrderIds({ operation }: DraftState, values: FieldValues, known: KnownOrders): FieldValues {
  if (createsOrder(operation) || !operation.fields.some(({ key }) => key === 'orderId')) return values
  const { merchantOrderId, orderId } = values
  const order = known.byOrderId(orderId) ?? (orderId === undefined ? known.byMerchantOrderId(merchantOrderId) : null)
  const added = {
    ...(merchantOrderId === undefined && order?.merchantOrderId != null && { merchantOrderId: order.merchantOrderId }),
    ...(orderId === undefined && order?.orderId != null && { orderId: order.orderId }),
  }
  return { ...values, ...added }
}

/** The whole amount of an order, if exactly one amount can have been charged. */
function wholeOf(known: KnownOrders, { orderId }: FieldValues): Parameters<typeof checkValues>[3] {
  const order = known.byOrderId(orderId)
  if (order === null || order.minorAmount === null || order.currency === null) return null
  return order.enumeratedMinorAmounts.length > 0 ? null : { minorAmount: order.minorAmount, currency: order.currency }
}

