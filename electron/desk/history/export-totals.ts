/** The totals of the rows in an exported file, and its filter in words. */
import type { MinorUnits, NetMinorUnits } from '#shared/brands.ts'
import { netAmountOf } from '#shared/gateway/operations/net-amount.ts'
import { withoutCardNumbers } from '#shared/gateway/fields/text-ids.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { DeskChoice, HistoryFilter } from '#shared/model/history/history-list.ts'
import { shownTotals, type AddedSum, type ShownTotals } from '#shared/model/history/history-totals.ts'
import { merchantPartsOf } from '#shared/model/profiles/merchant.ts'
import { localTime, shownTime } from '../../common/processes/time.ts'
import type { CopiesState } from './both-sums.ts'
import type { Reading } from './export-columns.ts'

const absences = { currency: 'currency', errorCode: 'error code', cardBrand: 'card brand' } as const

type RunningSum = Omit<AddedSum, 'minorAmount' | 'netMinorAmount'> & { readonly minor: bigint; readonly net: bigint }

export interface RowTotals {
  add(row: HistoryRow): void
  /** The totals of the rows so far, as in the list. */
  totals(readingOf: (sum: AddedSum) => Reading): ShownTotals
}

/** Adds rows up, with one sum for each profile, merchant, currency, operation and state. */
export function rowTotals(): RowTotals {
  const sums = new Map<string, RunningSum>()
  return {
    add(row) {
      const { profileId, merchantKey, operation, state, reviewed, netMinorAmount, releasesHold } = row
      const currency = row.currency ?? reviewed?.currency ?? null
      const key = JSON.stringify([profileId, merchantKey, currency, operation, state])
      const before = sums.get(key)
      const isUnknown = netMinorAmount === null && 'unknown' === netAmountOf({
        operation, approved: state === 'approved', minorAmount: null, releasesHold: releasesHold === true,
      }).kind
      sums.set(key, {
        profileId, merchantKey, currency, operation, state,
        entries: (before?.entries ?? 0) + 1,
        minor: (before?.minor ?? 0n) + BigInt(reviewed?.minorAmount ?? 0),
        net: (before?.net ?? 0n) + BigInt(netMinorAmount ?? 0),
        netUnknown: (before?.netUnknown ?? 0) + (isUnknown ? 1 : 0),
        reportedOtherwise: (before?.reportedOtherwise ?? 0) + (row.reportedOtherwise === undefined ? 0 : 1),
      })
    },
    totals(readingOf) {
      const added = [...sums.values()].map(({ minor, net, ...sum }): AddedSum => ({
        ...sum, minorAmount: minor.toString() as MinorUnits, netMinorAmount: net.toString() as NetMinorUnits,
      }))
      return shownTotals(added, readingOf)
    },
  }
}

/**
 * A file's filter in the words of its columns: "Payments; state: declined; currency: EUR". `profileName`: the name of
 * the filter's profile. `nameOf` names its desks.
 */
export function filterInWords(
  filter: HistoryFilter, profileName: string | null, nameOf: (desk: DeskChoice) => string = (desk) => desk,
): string {
  const time = (at: string | null | undefined): string => (at == null ? '' : localTime(Date.parse(at)))
  const card = filter.cardReference ?? (filter.cardHash == null ? '' : 'one')
  const parts: readonly (readonly [name: string, value: string | null | undefined])[] = [
    ['from', time(filter.from)], ['before', time(filter.until)],
    ['became final from', time(filter.finalFrom)], ['became final before', time(filter.finalUntil)], ['state', filter.states.join(' or ')],
    ['operation', filter.operations.join(' or ')], ['environment', filter.environments?.join(' or ')],
    ['profile', filter.profileId === null ? '' : profileName ?? filter.profileId],
    ['merchant', filter.merchantKey == null ? '' : merchantPartsOf(filter.merchantKey)?.login ?? 'sandbox'],
    ['amount from', filter.leastAmount], ['amount to', filter.mostAmount], ['currency', filter.currency],
    ['error code', filter.errorCode], ['card brand', filter.cardBrand], ['tag', filter.tag],
    ['reported by the gateway', filter.reportedOtherwise === true ? 'differently than sent' : ''],
    ['without', filter.without?.map((name) => absences[name]).join(' and ')], ['who', filter.who], ['last four digits', filter.lastFour], ['card', card],
    ['desk', filter.desks?.map(nameOf).join(' or ')],
    // SECURITY: the page masks typed text, but a file must not depend on that.
    ['text', withoutCardNumbers(filter.text.trim())],
  ]
  const set = parts.flatMap(([name, value]) => (value == null || value === '' ? [] : [`${name}: ${value}`]))
  return [filter.view === 'payments' ? 'Payments' : 'All requests', ...set].join('; ')
}

/** How current the entries of other desks in a file are, from the state of their copies. */
export function othersInWords({ upToDateAt, desks }: CopiesState): string {
  const contradicted = desks.filter(({ isContradicted }) => isContradicted).map(({ label }) => label)
  return [
    upToDateAt === null ? 'other desks not read completely' : `other desks as of ${shownTime(Date.parse(upToDateAt))}`,
    ...(contradicted.length > 0 ? [`without newer entries of ${contradicted.join(' and ')}, as the team journal contradicts the copied ones`] : []),
  ].join('; ')
}
