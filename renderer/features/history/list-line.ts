/** The lines of the list, of this desk's own history or of all desks, and what stands in their cells. */
import type { EntryId } from '#shared/brands.ts'
import { isOperationId } from '#shared/gateway/operations.ts'
import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { toMajorText } from '#shared/gateway/money.ts'
import type { ProfileView } from '#shared/model/app.ts'
import type { EntryState, HistoryRow } from '#shared/model/history.ts'
import type { HistoryLine } from '#shared/model/history-list.ts'
import type { TeamRow } from '#shared/model/team-history.ts'
import type { Translate } from '../../i18n/index.ts'
import { merchantText } from '../../app/merchant-text.ts'
import { profileOfMerchant } from '../shared/profile-of-entry.ts'
import { readingOf, reasonText, rowAmount, rowName, type ShownAmount } from '../shared/row-texts.ts'
import { merchantName } from './filter-words.ts'

/** What a line is about; one of the team says which desk told it. */
export type ListRow = HistoryRow | TeamRow

/** A line of the list. */
export type ListLine = HistoryLine | TeamLine

interface TeamLine extends Omit<HistoryLine, 'row'> {
  readonly row: TeamRow
}

/** An entry of the team as a line by itself: nothing is folded under it. */
export function teamLine(row: TeamRow): TeamLine {
  return { row, folded: [], foldedCount: 0, checks: 0 }
}

function isTeamRow(row: ListRow): row is TeamRow {
  return 'deskId' in row
}

/** The cells of a row, in words. */
export interface RowCells {
  readonly entryId: EntryId
  /** Where its link leads. */
  readonly to: string
  readonly at: string
  readonly name: string
  readonly merchant: string
  readonly amount: (ShownAmount & { readonly others: number }) | null
  readonly state: EntryState
  readonly reason: string
  readonly cardBrand: string | null
  readonly lastFour: string | null
  readonly cardReference: string | null
  readonly cardholder: string | null
  readonly merchantOrderId: string | null
  readonly orderId: string | null
  readonly who: string
  /** The desk that sent it; null in the list of this desk alone. */
  readonly desk: string | null
}

/** Puts a row into its cells. */
export function cellsOf(row: ListRow, profiles: readonly ProfileView[], t: Translate): RowCells {
  const { entryId, at, lastFour, merchantOrderId, orderId, who } = row
  const common = { entryId, at, lastFour, merchantOrderId, orderId, who }
  return { ...common, ...(isTeamRow(row) ? cellsOfTeam(row, profiles, t) : cellsOfDesk(row, profiles, t)) }
}

type OwnCells = Omit<RowCells, 'entryId' | 'at' | 'lastFour' | 'merchantOrderId' | 'orderId' | 'who'>

function cellsOfDesk(row: HistoryRow, profiles: readonly ProfileView[], t: Translate): OwnCells {
  const { cardBrand, cardReference, cardholder, state } = row
  return {
    to: `/history/${row.entryId}`, name: rowName(row, t), merchant: merchantText(row.profileName, row.environment, t),
    amount: rowAmount(row, readingOf(profiles, row)), state, reason: reasonText(row), cardBrand, cardReference,
    cardholder, desk: null,
  }
}

function cellsOfTeam(row: TeamRow, profiles: readonly ProfileView[], t: Translate): OwnCells {
  return {
    to: row.isThisDesk ? `/history/${row.entryId}` : `/history/team/${row.entryId}`,
    name: teamRowName(row, t), merchant: teamMerchantText(row, profiles, t), amount: teamRowAmount(row, profiles),
    // Before the first state was delivered it is being sent, as far as the team knows.
    state: row.state ?? 'sending', reason: '', cardBrand: null, cardReference: null, cardholder: null, desk: row.deskLabel,
  }
}

/** What was done; an operation that this version does not know by its id. */
export function teamRowName({ operation, releasesHold }: Pick<TeamRow, 'operation' | 'releasesHold'>, t: Translate): string {
  return isOperationId(operation) ? rowName({ operation, releasesHold }, t) : operation
}

/** The merchant by its profile on this desk, else by login and address. */
export function teamMerchantText(
  { merchantKey }: Pick<TeamRow, 'merchantKey'>, profiles: readonly ProfileView[], t: Translate,
): string {
  const profile = profileOfMerchant(profiles, merchantKey)?.profile
  return profile === undefined
    ? merchantName(merchantKey, profiles, t)
    : merchantText(profile.name, profile.environment, t)
}

/** The amount by the merchant's reading of minor units, where this desk has its profile; null where none is known. */
export function teamRowAmount(
  row: TeamRow, profiles: readonly ProfileView[],
): (ShownAmount & { readonly others: number }) | null {
  const reading = profileOfMerchant(profiles, row.merchantKey)?.profile.switches.minorUnitDigits ?? 'iso-4217'
  const { operation, minorAmount, currency, releasesHold } = row
  if (isOperationId(operation)) {
    const amounts = { minorAmount, reviewed: null, enumeratedMinorAmounts: [] }
    return rowAmount({ operation, currency, releasesHold, ...amounts }, reading)
  }
  if (minorAmount === null) return null
  const amount = toMajorText(minorAmount, minorUnitDigits(currency ?? '', reading) ?? 0)
  return { amount, currency: currency ?? '', others: 0 }
}
