/** Payments of a profile that was removed, and whose merchant has another one. */
import { expect, it } from 'vitest'
import type { MinorUnits, ProfileId } from '#shared/brands.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { charge, outcome } from '../../journal/samples.ts'
import { valueOf } from '../../journal/with-journal.ts'
import { ofMerchant, openDesk, timeOf } from './today-desk.ts'

it('have their amounts read like those of the other profile, in a report, on Today and in an export', async () => {
  const now = Date.UTC(2026, 10, 20, 12)
  const desk = await openDesk('UTC', now, { switches: { ...defaultSwitches, minorUnitDigits: 'always-two' } })
  const removed = { ...ofMerchant(desk), profileId: 'removed' as ProfileId }
  await valueOf(desk.journal.recordIntent(charge('old', { ...removed, minorAmount: '100000' as MinorUnits, currency: 'JPY' })))
  await valueOf(desk.journal.recordOutcome(outcome('old', { status: 'approved', at: timeOf(now) })))
  const inYen = [{ currency: 'JPY', net: '1000', figures: { approved: { payments: 1, amount: '1000' } } }]
  const period = { first: '2026-11-20', last: '2026-11-20' }
  expect((await desk.report({ ...period, who: null, desk: null, currency: null })).currencies).toMatchObject(inYen)
  expect((await desk.today()).soFar.currencies).toMatchObject(inYen)
  expect(desk.history.readingOf(removed)).toBe('always-two')
})
