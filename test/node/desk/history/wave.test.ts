/** Alerts about many declines over real journals: their numbers equal a recount, and the list behind them. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import type { Span } from '#shared/day-hours.ts'
import { isWave, waveSpans, type Share } from '#shared/model/application/alert-rules.ts'
import type { Alert, Alerts } from '#shared/model/application/alerts.ts'
import { filterOfNumber } from '#shared/model/figures/today-numbers.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import { alertCalls } from '../../../../electron/desk/history/alerts.ts'
import type { Services } from '../../../../electron/desk/services.ts'
import { answer, id32, logOf, sale } from '../../journal/foreign-logs.ts'
import { charge, outcome } from '../../journal/samples.ts'
import { valueOf } from '../../journal/with-journal.ts'
import { ofMerchant, openDesk, timeOf, type TodayDesk } from './today-desk.ts'
import { listed } from './today-numbers.ts'

const minute = 60_000
const quarter = 15 * minute
const anna = { deskId: id32('anna') as DeskId, label: 'Till 1', publicKey: null, isAdmitted: true }

interface Payment {
  readonly at: number
  readonly status: 'approved' | 'declined' | 'filtered' | 'error'
  /** Of another environment: never counted. */
  readonly isStaging: boolean
  readonly byOtherDesk: boolean
}

/** Around the ends of the counted quarter-hours, and of the seven days before; some by a clock that was ahead. */
const moments = (now: number) => fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: now - 75 * minute, max: now }) },
  { weight: 2, arbitrary: fc.tuple(fc.integer({ min: -7, max: 2 }), fc.constantFrom(-1, 0, 1))
    .map(([quarters, by]) => (Math.floor(now / quarter) + quarters) * quarter + by) },
  { weight: 2, arbitrary: fc.integer({ min: now - 8 * 24 * 60 * minute, max: now - 70 * minute }) },
)
const statuses = (failing: number): fc.Arbitrary<Payment['status']> => fc.oneof(
  { weight: 3, arbitrary: fc.constant('approved' as const) },
  { weight: failing, arbitrary: fc.constantFrom('declined' as const, 'declined' as const, 'filtered' as const, 'error' as const) },
)
/** More payments fail in the last hour, in some cases far more. */
const payments = (now: number): fc.Arbitrary<Payment[]> => fc.constantFrom(1, 6).chain((failing) =>
  fc.array(moments(now).chain((at) => fc.record({
    at: fc.constant(at), status: statuses(at < now - 60 * minute ? 1 : failing),
    isStaging: fc.constantFrom(false, false, false, false, true),
    byOtherDesk: fc.constantFrom(false, false, false, true),
  })), { minLength: 30, maxLength: 80 }))

/** Everything of the last hour declined: random payments may not cause an alert. */
function plainWave(): { readonly now: number, readonly all: Payment[] } {
  const now = Date.parse('2026-11-20T10:07:00.000Z')
  const one = (index: number): Payment =>
    ({ at: now - 25 * minute - index, status: 'declined', isStaging: false, byOtherDesk: index % 4 === 0 })
  return { now, all: Array.from({ length: 24 }, (_, index) => one(index)) }
}

async function keep(desk: TodayDesk, all: readonly Payment[], now: number): Promise<void> {
  for (const [index, { at, status, isStaging, byOtherDesk }] of all.entries()) {
    const owner = { ...ofMerchant(desk), ...(isStaging && { environment: 'staging' as const }) }
    if (byOtherDesk) {
      const { desks: [from = { number: 0, link: firstLink }] } = await valueOf(desk.copies.state())
      const records = [sale(`p${index}`, timeOf(at), owner), answer(`p${index}`, timeOf(at), { at: timeOf(at), status })]
      const events = logOf(anna, records, from)
      await valueOf(desk.copies.copy({ desks: [anna], events, own: [], upToDateAt: timeOf(now) }))
    } else {
      await valueOf(desk.journal.recordIntent(charge(`p${index}`, { ...owner, at: timeOf(at) })))
      await valueOf(desk.journal.recordOutcome(outcome(`p${index}`, { at: timeOf(at), status })))
    }
  }
}

const readAlerts = async (desk: TodayDesk, now: number): Promise<Alerts> => {
  const services = { journal: desk.journal, profiles: { get: () => desk.profile }, system: { now: () => now } }
  const nothing = { alertsOf: () => [], lastOf: () => ({ answeredAt: null, clockOffsetSeconds: null }) }
  return await valueOf(alertCalls(services as unknown as Services, desk.history, nothing)['alerts.read']({ profileId: desk.profile.id }))
}

/** A share counted from the payments themselves. */
function recounted(all: readonly Payment[], { from, until }: Span, failing: readonly string[]): Share {
  const counted = all.filter(({ at, isStaging }) => !isStaging && at >= from && at < until)
  return { failed: counted.filter(({ status }) => failing.includes(status)).length, payments: counted.length }
}

it('an alert comes exactly when the rule holds for a recount, also of other desks, and never of another environment', async () => {
  // Before and after midnight, and the change of summer time: quarter-hours do not depend on them.
  const times = fc.constantFrom('2026-11-20T10:07:00.000Z', '2026-10-25T00:04:00.000Z', '2026-11-19T23:14:59.999Z').map(Date.parse)
  const cases = times.chain((now) => payments(now).map((all) => ({ now, all })))
  let waves = 0
  await fc.assert(fc.asyncProperty(cases, async ({ now, all }) => {
    const desk = await openDesk('Europe/Berlin', now)
    await keep(desk, all, now)
    const { alerts } = await readAlerts(desk, now)
    const spans = waveSpans(now)
    const kinds = { declines: ['failed', ['declined', 'filtered']], uncertain: ['uncertain', ['error']] } as const
    for (const [kind, [figure, failing]] of Object.entries(kinds)) {
      const [share, before] = [spans.now, spans.before].map((span) => recounted(all, span, failing)) as [Share, Share]
      const alert = alerts.find((one): one is Extract<Alert, { kind: 'declines' | 'uncertain' }> => one.kind === kind)
      expect([kind, alert !== undefined]).toEqual([kind, isWave(share, before)])
      if (alert === undefined) continue
      waves += 1
      expect(alert).toMatchObject({ share, before })
      const behind = await listed(desk, filterOfNumber({ ...ofMerchant(desk) }, { figure, period: alert.period }))
      expect(behind.entries).toBe(share.failed)
    }
    await Promise.all([desk.journal.close(), desk.copies.close()])
  }), { numRuns: 12, examples: [[plainWave()]] })
  expect(waves).toBeGreaterThan(0)
}, 120_000)

it('an alert about declines names its most frequent reasons, and its start', async () => {
  const now = Date.parse('2026-11-20T10:07:00.000Z')
  const desk = await openDesk('Europe/Berlin', now)
  for (let index = 0; index < 24; index += 1) {
    const at = timeOf(now - (index < 20 ? 25 : 3) * minute)
    await valueOf(desk.journal.recordIntent(charge(`p${index}`, { ...ofMerchant(desk), at })))
    await valueOf(desk.journal.recordOutcome(outcome(`p${index}`, { at, status: 'declined', errorCode: index % 3 === 0 ? '54' : '116' })))
  }
  expect((await readAlerts(desk, now)).alerts).toMatchObject([{
    kind: 'declines', since: '2026-11-20T09:30:00.000Z', share: { failed: 24, payments: 24 },
    reasons: [{ errorCode: '116', payments: 16 }, { errorCode: '54', payments: 8 }],
  }])
})
