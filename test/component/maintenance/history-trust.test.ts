/** The notice about a history that is behind, and its decision. */
import { expect, it } from 'vitest'
import { h } from 'vue'
import type { UtcTime } from '#shared/brands.ts'
import type { HistoryTrust } from '#shared/model/history/history-trust.ts'
import { failed, success } from '#shared/result.ts'
import { useHistoryTrust } from '../../../renderer/app/stores/history-trust.ts'
import HistoryTrustPanel from '../../../renderer/features/maintenance/HistoryTrustPanel.vue'
import { localTime } from '../../../renderer/ui/values/time.ts'
import { done, fakeMain } from '../support/bridge.ts'
import { button, click, field, flushPromises, show, type as typeInto, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const behind: HistoryTrust = { kind: 'behind', why: 'older' }
const careful = (endsNotBefore: string): HistoryTrust => ({
  kind: 'careful', decision: 'gone-on', since: '2026-10-01T08:00:00.000Z' as UtcTime, endsNotBefore: endsNotBefore as UtcTime,
})

async function start(trust: HistoryTrust, answers: Parameters<typeof fakeMain>[0] = {}) {
  const main = fakeMain({ 'historyTrust.describe': () => success(trust), ...answers })
  show({ setup() { useHistoryTrust().start() }, render: () => h(HistoryTrustPanel) })
  await flushPromises()
  return main
}

it('shows why payments are stopped, and continues only with a reason', async () => {
  const main = await start(behind, { 'historyTrust.goOn': done })
  expect(words()).toContain(text('maintenance.trust.why.older'))
  await click(button(text('maintenance.trust.goOn')))
  await click(button(text('maintenance.trust.goOnAction')))
  expect(main.inputsOf('historyTrust.goOn')).toEqual([])
  await typeInto(field(text('common.reason')), ' The disk was replaced. ')
  await click(button(text('maintenance.trust.goOnAction')))
  expect(main.inputsOf('historyTrust.goOn')).toEqual([{ reason: 'The disk was replaced.' }])
})

it('shows the day from which the checks may end, and offers that only then', async () => {
  const later = new Date(Date.now() + 86_400_000).toISOString()
  await start(careful(later))
  expect(words()).toContain(text('maintenance.trust.endsFrom', { date: localTime(later) }))
  expect(document.querySelectorAll('button')).toHaveLength(0)
})

it('shows that the checks may not end yet by the clock of a gateway', async () => {
  const from = '2026-10-31T08:00:00.000Z' as UtcTime
  await start(careful(from), { 'historyTrust.endQuestions': () => failed({ code: 'too-early-to-end', from }) })
  await click(button(text('maintenance.trust.end')))
  expect(words()).toContain(text('failure.what.too-early-to-end', { from: localTime(from) }))
})
