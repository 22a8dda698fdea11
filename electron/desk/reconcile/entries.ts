/** The entries of this desk's history and of the copied logs, for comparison with a statement. */
import type { ProfileId } from '#shared/brands.ts'
import type { Span } from '#shared/day-hours.ts'
import type { CardOwner } from '#shared/model/payments/card.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { timeZoneOf } from '#shared/model/profiles/time-zone.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { OtherDesksPort } from '../../journal/other-desks/port.ts'
import type { FoundEntries } from '../../reconcile/port.ts'
import type { History } from '../history/index.ts'
import type { Services } from '../services.ts'
import { findTeamMerchant } from '../team/index.ts'

/** The calls that both have in common. */
type Ledger = Pick<OtherDesksPort, 'ledger' | 'ledgerById'>
type LedgerPage = Extract<Awaited<ReturnType<Ledger['ledger']>>, { readonly ok: true }>['value']

/** One of the histories. With a profile, its amounts are read by the switches of that profile. */
interface HistoryPart {
  readonly of: Ledger
  readonly profileId: ProfileId | null
}

/** Creates the reader of both. */
export function entriesOfHistory(
  services: Pick<Services, 'journal' | 'profiles' | 'membership'>, history: Pick<History, 'others'>,
) {
  const { journal, profiles, membership } = services

  function ownerOf(profileId: ProfileId): Result<CardOwner, Failure> {
    const profile = profiles.get(profileId)
    const merchantKey = profile === null ? null : merchantKeyOf(profile)
    return profile === null || merchantKey === null
      ? failed({ code: 'no-such-profile' })
      : success({ merchantKey, environment: profile.environment })
  }

  /**
   * Both histories. Amounts of copied entries are read by this desk's profile of the merchant. Fails with
   * `other-desks-unreadable` if a team records the merchant and the copies cannot be used.
   */
  async function both(profileId: ProfileId): Promise<Result<readonly HistoryPart[], Failure>> {
    const copies = await history.others()
    const own = { of: journal, profileId: null }
    if (copies !== null) return success([own, { of: copies, profileId }])
    const isOfTeam = membership.read() !== null && findTeamMerchant(services, profileId).ok
    return isOfTeam ? failed({ code: 'other-desks-unreadable' }) : success([own])
  }

  return {
    /** How the days and the minor units of entries are read. */
    readingFor(profileId: ProfileId) {
      const profile = profiles.get(profileId)
      return {
        timeZone: profile === null ? 'UTC' : timeZoneOf(profile),
        minorUnits: Object.fromEntries(profiles.list().map(({ id, switches }) => [id, switches.minorUnitDigits])),
        otherwise: profile?.switches.minorUnitDigits ?? 'iso-4217',
      }
    },
    /**
     * Passes the entries of a profile's merchant in a span to `page`, in bounded steps, until it returns false. Fails
     * if the other desks' part fails, as the comparison would be wrong without it.
     */
    async inSpan(
      profileId: ProfileId, span: Span, page: (found: FoundEntries, read: Pick<LedgerPage, 'count' | 'reached'>) => Promise<boolean>,
    ): Promise<Result<null, Failure>> {
      const owner = ownerOf(profileId)
      if (!owner.ok) return owner
      const parts = await both(profileId)
      if (!parts.ok) return parts
      for (const { of, profileId: reads } of parts.value) {
        // The next page is read while this one is processed.
        let next: ReturnType<Ledger['ledger']> | null = of.ledger({ ...owner.value, ...span, after: null })
        while (next !== null) {
          const read: Awaited<ReturnType<Ledger['ledger']>> = await next
          if (!read.ok) return read
          const after: string | null = read.value.next
          next = after === null ? null : of.ledger({ ...owner.value, ...span, after })
          if (!await page({ entries: read.value.entries, profileId: reads }, read.value)) return failed({ code: 'cancelled' })
        }
      }
      return success(null)
    },
    /** The entries of any time with one of these order ids, merchant order ids or serial numbers. */
    async byIds(profileId: ProfileId, ids: readonly string[]): Promise<Result<readonly FoundEntries[], Failure>> {
      const owner = ownerOf(profileId)
      if (!owner.ok) return owner
      const parts = await both(profileId)
      if (!parts.ok) return parts
      const found: FoundEntries[] = []
      for (const { of, profileId: reads } of parts.value) {
        const read = await of.ledgerById({ ...owner.value, ids })
        if (!read.ok) return read
        found.push({ entries: read.value, profileId: reads })
      }
      return success(found)
    },
  }
}
export type EntriesOfHistory = ReturnType<typeof entriesOfHistory>
