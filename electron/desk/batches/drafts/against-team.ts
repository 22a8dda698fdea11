/** Compares rows with entries of other desks. Only a hint: each row's claim decides when it is sent. */
import type { MinorUnits } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { createsOrder, isOperationId, operations, touchesMoney, type Operation } from '#shared/gateway/operations/operations.ts'
import { isOpen } from '#shared/model/history/history.ts'
import type { TeamHistoryRow } from '#shared/model/team/team.ts'
import type { DeskContext } from '../../context.ts'
import type { Target } from '../../requests/index.ts'
import { findTeamMerchant } from '../../team/index.ts'
import { foundAmong, nothingFound, type RowWithValues, type Found, type KnownOrders } from './against-history.ts'

/** The team returns at most 500 entries per query. */
const idsAtOnce = 100

/** Results from other desks, in the order of the rows; no results if the team cannot be reached. */
export async function findInTeam(
  { services, team }: DeskContext, operation: Operation, target: Target, rows: readonly RowWithValues[],
  known: KnownOrders,
): Promise<readonly Found[]> {
  const [journal, member] = [team.journal(), team.membership()]
  const merchant = findTeamMerchant(services, target.profile.id)
  const nothing = rows.map(() => nothingFound)
  if (journal === null || member === null || !merchant.ok || !touchesMoney(operation)) return nothing
  const ids = [...new Set(rows.flatMap(({ values }) => slotId(operation, values) ?? []))]
  const others: TeamHistoryRow[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const found = await journal.order(merchant.value, ids.slice(from, from + idsAtOnce))
    if (!found.ok) return nothing
    others.push(...found.value.filter(({ deskId }) => deskId !== member.deskId))
  }
  const isNew = createsOrder(operation)
  const ofId = Map.groupBy(others, (row): string | null => (isNew ? row.merchantOrderId : row.orderId))
  return rows.map(({ values, minorAmount }): Found => {
    const before = ofId.get(slotId(operation, values)) ?? []
    if (isNew) return createdElsewhere(before)
    const whole = known.byOrderId(values.orderId)?.minorAmount ?? null
    return actedElsewhere(before, operation, values.amount === undefined ? null : minorAmount, whole)
  })
}

function slotId(operation: Operation, values: FieldValues): string | null {
  return (createsOrder(operation) ? values.merchantOrderId : values.orderId) ?? null
}

function createdElsewhere(before: readonly TeamHistoryRow[]): Found {
  const created = before.find(({ operation, state }) =>
    isOperationId(operation) && createsOrder(operations[operation]) && state !== 'not-sent')
  return created === undefined ? nothingFound : { earlier: elsewhere(created), isDone: true }
}

function actedElsewhere(
  before: readonly TeamHistoryRow[], operation: Operation, part: MinorUnits | null, whole: MinorUnits | null,
): Found {
  const actions = before.flatMap((row) => {
    const id = row.operation
    if (!isOperationId(id) || createsOrder(operations[id]) || !touchesMoney(operations[id])) return []
    // Without a delivered state the outcome is open.
    return [{ ...row, operation: id, state: row.state ?? 'sending', enumeratedMinorAmounts: [] }] as const
  })
  const { earlier, isDone } = foundAmong(actions, operation, part, whole)
  const isSame = earlier !== null && earlier.kind !== 'order-busy'
  return { isDone, earlier: isSame ? { ...earlier, kind: 'other-desk' } : earlier }
}

function elsewhere({ entryId, state, at }: TeamHistoryRow): Found['earlier'] {
  return { kind: 'other-desk', line: null, entryId, state: state !== null && !isOpen(state) ? state : 'processing', at }
}
