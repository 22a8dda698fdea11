/** A desk in a team with its history, the copies of another desk's log, and the calls that read Today and a report. */
import type { DeskId, UtcTime } from '#shared/brands.ts'
import type { Profile, ProfileDraft } from '#shared/model/profiles/profile.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import type { Report, ReportQuery } from '#shared/model/figures/report.ts'
import type { Today } from '#shared/model/figures/today.ts'
import { mergedHistory, type History } from '../../../../electron/desk/history/merged.ts'
import { reportReader } from '../../../../electron/desk/history/report/read.ts'
import { todayCalls } from '../../../../electron/desk/history/today.ts'
import type { Services } from '../../../../electron/desk/services.ts'
import type { Connection } from '../../../../electron/journal/connection.ts'
import { createOtherDesks, type OtherDesksPort } from '../../../../electron/journal/other-desks/methods.ts'
import { openOtherDesks } from '../../../../electron/journal/other-desks/open.ts'
import type { JournalPort } from '../../../../electron/journal/port.ts'
import { id32 } from '../../journal/foreign-logs.ts'
import { freshPath, onTestEnd, openHere, valueOf } from '../../journal/with-journal.ts'
import { draft, open as openProfiles, saveIn } from '../../profiles/support.ts'

export interface TodayDesk {
  readonly journal: JournalPort
  readonly copies: OtherDesksPort
  /** The file of the copies. */
  readonly copied: Connection
  readonly profile: Profile
  readonly history: History
  today(): Promise<Today>
  report(query: Omit<ReportQuery, 'profileId'>): Promise<Report>
}

/** Opens a desk at a time, with a profile in a time zone. */
export async function openDesk(timeZone: string, now: number, changes: Partial<ProfileDraft> = {}): Promise<TodayDesk> {
  const { journal, connection } = openHere()
  // No test here cuts the power.
  connection.database.exec('PRAGMA synchronous = OFF')
  const copied = openOtherDesks(freshPath(), id32('own') as DeskId)
  const copies = createOtherDesks(copied, () => 10_000_000_000)
  onTestEnd(() => copies.close())
  const profiles = openProfiles(freshPath())
  const saved = saveIn(profiles, { id: null, draft: draft({ timeZone, ...changes }) })
  if (!saved.ok) throw new Error(JSON.stringify(saved.failure))
  const services = {
    journal, profiles, system: { now: () => now }, membership: { read: () => 'unreadable' },
    otherDesks: { port: async () => copies },
  } as unknown as Services
  const history = mergedHistory(services)
  const calls = todayCalls(services, history)
  const readReport = reportReader(services, history)
  return {
    journal, copies, copied, profile: saved.value, history,
    today: () => valueOf(calls['today.read']({ profileId: saved.value.id })),
    report: (query) => valueOf(readReport({ ...query, profileId: saved.value.id })),
  }
}

/** The merchant of the desk's profile, as an intent names it. */
export function ofMerchant({ profile }: TodayDesk) {
  return { merchantKey: merchantKeyOf(profile)!, environment: 'production' as const, profileId: profile.id }
}

export const timeOf = (at: number): UtcTime => new Date(at).toISOString() as UtcTime

/** Removes all content that may go. */
export async function removeContent({ journal }: TodayDesk, now: number): Promise<void> {
  const late = timeOf(now + 400 * 86_400_000)
  const plan = await valueOf(journal.planRemoval({ before: late, at: late, after: 0, limit: 100 }))
  const removals = plan.removals.map((removal) => ({ ...removal, signature: null }))
  await valueOf(journal.removeContent({ removals }))
}
