import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Masked, MerchantKey, UtcTime } from '#shared/brands.ts'
import { waveLimits } from '#shared/model/application/alert-rules.ts'
import type { Alert } from '#shared/model/application/alerts.ts'
import type { Maintenance } from '#shared/model/history/maintenance.ts'
import { failed, success } from '#shared/result.ts'
import { anOpenOutcome } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { click, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => { vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00.000Z') }) })
afterEach(() => { vi.useRealTimers() })

const profile = aProfile()
const since = '2026-11-20T09:15:00.000Z' as UtcTime
const period = { from: '2026-11-20T09:00:00.000Z' as UtcTime, until: '2026-11-20T10:15:00.000Z' as UtcTime }
const wave: Alert = {
  kind: 'declines', since, period, share: { failed: 21, payments: 25 }, before: { failed: 1, payments: 12 },
  reasons: [{ errorCode: '116', errorText: 'Insufficient funds' as Masked, payments: 9 }, { errorCode: null, errorText: null, payments: 2 }],
}
const gateway = { answeredAt: '2026-11-20T09:48:00.000Z' as UtcTime, clockOffsetSeconds: -75 }

const verified = (result: 'good' | 'bad'): Maintenance => ({
  bytes: 1, entries: 1, oldestAt: null, backups: [], backupProblem: null, quarantined: [], startedAnewBeside: null,
  warning: null,
  lastVerification: { at: '2026-11-20T08:30:00.000Z' as UtcTime, result },
})

async function openToday(alerts: readonly Alert[], more: Parameters<typeof openScreen>[1] = {}) {
  const screen = await openScreen('/today', {
    'resolution.list': () => success([]),
    'maintenance.describe': () => success(verified('bad')),
    'historyTrust.describe': () => success({ kind: 'in-order' }),
    'keys.lives': () => success({ keys: [], damaged: [], secrets: [], authorityEnds: [] }),
    'today.read': () => failed({ code: 'defect' }),
    'alerts.read': () => success({
      merchantKey: profile.historyKey as MerchantKey, environment: profile.profile.environment, alerts, gateway,
    }),
    ...more,
  }, [profile])
  await flushScreen()
  return screen
}

const lines = () => [...document.querySelectorAll('.needs li')].map((line) => words(line))
const navigationCount = () => document.querySelector('nav a[href*="/today"] .count')?.textContent
const linkTo = (part: string) => [...document.querySelectorAll<HTMLElement>('.needs a')].find((link) => words(link).includes(part))!

test('many declines have a line with numbers, start, examples, next step and rule', async () => {
  const { address } = await openToday([wave])
  for (const part of [
    text('alerts.declines.title'), text('alerts.percent', { failed: 21, payments: 25, percent: 84 }),
    // No percentage below 20 payments.
    text('alerts.share', { failed: 1, payments: 12 }), 'Insufficient funds 116 · 9', text('alerts.declines.advice'),
    text('alerts.waveRule', { least: waveLimits.leastPayments, times: 2, points: 15, days: 7 }),
  ]) expect(lines()[0]).toContain(part)
  expect(lines()[0]).toMatch(/since \d\d:15/)
  await click(linkTo(text('alerts.show', { count: 21 })))
  await flushScreen()
  expect(Object.fromEntries(new URL(address(), 'app://page').searchParams)).toMatchObject({
    merchant: profile.historyKey, environment: 'staging', state: 'declined,filtered', final: `${period.from}..${period.until}`,
  })
})

test('an example links to the payments with its reason', async () => {
  const { address } = await openToday([wave])
  await click(linkTo('Insufficient funds'))
  await flushScreen()
  expect(new URL(address(), 'app://page').searchParams.get('code')).toBe('116')
})

test('each other alert shows its problem, start, next step and rule', async () => {
  await openToday([
    { ...wave, kind: 'uncertain', reasons: [] },
    { kind: 'no-answer', since, requests: 4 },
    { kind: 'slow', since, percentileMs: 14_200, slow: 3, answers: 40 },
    { kind: 'certificate', since, endsAt: '2026-11-29T14:00:00.000Z' as UtcTime },
    { kind: 'clock', since, offsetSeconds: -75 },
  ])
  const [uncertain, none, slow, certificate, clock] = lines()
  expect(uncertain).toContain(text('alerts.uncertain.title'))
  expect(none).toContain(text('alerts.noAnswer.detail', { count: 4 }))
  expect(slow).toContain(text('alerts.slow.detail', { percentile: 95, answers: 40, seconds: 15, slow: 3, limit: 10 }))
  expect(certificate).toContain(text('alerts.certificate.title', { day: '29 Nov 2026' }))
  expect(certificate).toContain('9 d 4 h')
  expect(clock).toContain(text('alerts.clock.ahead', { span: '75 s' }))
  for (const line of lines().slice(0, 5)) expect(line).toMatch(/since .*Nothing is stopped.*Rule: /)
})

test('alerts come after uncertain money, and the navigation shows the number of lines on every screen', async () => {
  const outcome = anOpenOutcome({ closes: null }, { merchantKey: profile.historyKey! })
  const { go, inputsOf, emit } = await openToday([wave], { 'resolution.list': () => success([outcome]) })
  expect(lines().map((line) => line.includes(text('alerts.declines.title')))).toEqual([false, true, false])
  expect(lines()[2]).toContain(text('today.housekeeping.verificationFailed'))
  expect(navigationCount()).toBe('3')
  await go('/keys')
  emit('resolution.changed', null)
  await flushScreen()
  expect(navigationCount()).toBe('3')
  expect(inputsOf('app.badge').at(-1)).toEqual({ count: 3 })
})

test('the status line shows the last reply, clock, backup and verification', async () => {
  await openToday([])
  const health = words(document.querySelector('.health')!)
  for (const part of [
    text('today.health.answered', { span: '12 min' }), text('today.health.clock', { offset: '+75' }),
    text('today.health.noBackup'), text('today.health.verificationFailed', { at: '' }).trim(),
  ]) expect(health).toContain(part)
})

test('"Nothing needs you" is not shown while alerts cannot be read', async () => {
  await openToday([], { 'alerts.read': () => failed({ code: 'defect' }), 'maintenance.describe': () => success(verified('good')) })
  expect(words(document.querySelector('h1')!)).toBe(text('today.title'))
})
