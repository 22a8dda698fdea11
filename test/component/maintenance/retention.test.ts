import { expect, it } from 'vitest'
import { failed, success } from '#shared/result.ts'
import RetentionPanel from '../../../renderer/features/maintenance/RetentionPanel.vue'
import { fakeMain } from '../support/bridge.ts'
import { button, click, descriptionOf, field, flushPromises, show, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const before = '2024-11-20T12:00:00.000Z'
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')

async function counted(answers: Parameters<typeof fakeMain>[0] = {}, entries = 37, staying = 2) {
  const main = fakeMain({ 'maintenance.countOlder': () => success({ entries, staying, before }), ...answers })
  show(RetentionPanel)
  await click(button(text('maintenance.retention.count')))
  return main
}

it('counts first and shows what would be deleted and what stays', async () => {
  const main = await counted()
  expect(main.inputsOf('maintenance.countOlder')).toEqual([{ months: 24 }])
  expect(words()).toContain(text('maintenance.retention.counted', { count: 37, day: '20 Nov 2024' }))
  expect(words()).toContain(text('maintenance.retention.staying', { count: 2 }))
})

it('shows before the confirmation what stays, then removes exactly what was counted', async () => {
  const main = await counted({ 'maintenance.deleteOlder': () => success({ deleted: 37 }) })
  await click(button(text('maintenance.retention.open')))
  await flushPromises()
  const shown = words(dialog()!)
  expect(shown).toContain('They keep a merchant order id from being charged again and a refund from exceeding the rest.')
  expect(shown).toContain(text('maintenance.retention.gone'))
  expect(main.inputsOf('maintenance.deleteOlder')).toEqual([])
  await click(button(text('maintenance.retention.action', { count: 37 }), dialog()!))
  await flushPromises()
  expect(main.inputsOf('maintenance.deleteOlder')).toEqual([{ months: 24, entries: 37 }])
  expect(dialog()).toBeNull()
})

it('offers nothing to delete if nothing is old', async () => {
  await counted({}, 0, 0)
  expect(words()).toContain(text('maintenance.retention.countedNone', { day: '20 Nov 2024' }))
  expect(() => button(text('maintenance.retention.open'))).toThrow()
})

it('needs a new count for other months', async () => {
  await counted()
  await type(field(text('maintenance.retention.months')), '36')
  expect(words()).not.toContain('would be removed')
  expect(() => button(text('maintenance.retention.open'))).toThrow()
})

it.each(['0', '11', '1201', '1.5', 'two', ''])('does not call main for %j months', async (months) => {
  const main = fakeMain({})
  show(RetentionPanel)
  await type(field(text('maintenance.retention.months')), months)
  await click(button(text('maintenance.retention.count')))
  expect(main.called).toEqual([])
  expect(descriptionOf(field(text('maintenance.retention.months')))).toBe(text('maintenance.retention.monthsProblem'))
})

it('shows why nothing was deleted, and needs a new count', async () => {
  await counted({ 'maintenance.deleteOlder': () => failed({ code: 'count-changed' }) })
  await click(button(text('maintenance.retention.open')))
  await flushPromises()
  await click(button(text('maintenance.retention.action', { count: 37 }), dialog()!))
  await flushPromises()
  expect(words()).toContain(text('failure.what.count-changed'))
  expect(() => button(text('maintenance.retention.open'))).toThrow()
})
