/** What other desks of the team did about rows. Only a hint: each row's claim decides when it is sent. */
import type { FieldValues } from '#shared/gateway/fields.ts'
import { createsOrder, isOperationId, operations, touchesMoney, type Operation } from '#shared/gateway/operations.ts'
import { isOpen } from '#shared/model/history.ts'
import type { TeamHistoryRow } from '#shared/model/team.ts'
import type { DeskContext } from '../../context.ts'
import type { Target } from '../../requests/index.ts'
import { findTeamMerchant } from '../../team/index.ts'
import { foundAmong, nothingFound, type AskedRow, type Found, type KnownOrders } from './against-history.ts'

/** The team answers at most 500 entries at once. */
const idsAtOnce = 100

/** What other desks did, in the order of the rows; nothing where no team is reached. */
export async function findInTeam(
  { services, team }: DeskContext, operation: Operation, target: Target, rows: readonly AskedRow[], known: KnownOrders,
): Promise<readonly Found[]> {
  const [journal, member] = [team.journal(), team.membership()]
  const merchant = findTeamMerchant(services, target.profile.id)
  if (journal === null || member === null || !merchant.ok || !touchesMoney(operation)) return rows.map(() => nothingFound)
  const ids = [...new Set(rows.flatMap(({ values }) => slotId(operation, values) ?? []))]
  const others: TeamHistoryRow[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const found = await journal.order(merchant.value, ids.slice(from, from + idsAtOnce))
    if (!found.ok) return rows.map(() => nothingFound)
    others.push(...found.value.filter(({ deskId }) => deskId !== member.deskId))
  }
  const ofId = Map.groupBy(others, (row) => (createsOrder(operation) ? row.merchantOrderId : row.orderId) as string | null)
  return rows.map(({ values, minorAmount }): Found => {
    const before = ofId.get(slotId(operation, values)) ?? []
    return createsOrder(operation)
      ? createdElsewhere(before)
      : actedElsewhere(before, operation, values.amount === undefined ? null : minorAmount, known.byOrderId(values.orderId)?.minorAmount ?? null)
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
  before: readonly TeamHistoryRow[], operation: Operation, ...amounts: [part: AskedRow['minorAmount'], whole: AskedRow['minorAmount']]
): Found {
  const actions = before.flatMap((row) => {
    if (!isOperationId(row.operation) || createsOrder(operations[row.operation]) || !touchesMoney(operations[row.operation])) return []
    // Without a delivered state its outcome is open.
    return [{ ...row, operation: row.operation, state: row.state ?? 'sending', enumeratedMinorAmounts: [] }] as const
  })
  const { earlier, isDone } = foundAmong(actions, operation, ...amounts)
  return { isDone, earlier: earlier === null || earlier.kind === 'order-busy' ? earlier : { ...earlier, kind: 'other-desk' } }
}

function elsewhere({ entryId, state, at }: TeamHistoryRow): Found['earlier'] {
  return { kind: 'other-desk', line: null, entryId, state: state !== null && !isOpen(state) ? state : 'processing', at }
}
