import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { failed, success } from '#shared/result.ts'
import RetentionPanel from '../../../renderer/features/maintenance/RetentionPanel.vue'
import { fakeMain } from '../support/bridge.ts'
import { button, click, descriptionOf, field, show, type, words } from '../support/mount.ts'

const before = '2024-11-20T12:00:00.000Z'
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')

async function counted(answers: Parameters<typeof fakeMain>[0] = {}, entries = 37, staying = 2) {
  const main = fakeMain({ 'maintenance.countOlder': () => success({ entries, staying, before }), ...answers })
  show(RetentionPanel)
  await click(button('Count'))
  return main
}

it('counts first and says what would go and what stays', async () => {
  const main = await counted()
  expect(main.inputsOf('maintenance.countOlder')).toEqual([{ months: 24 }])
  expect(words()).toContain('37 entries from before 20 Nov 2024 would be deleted.')
  expect(words()).toContain('2 older entries stay: their outcome is not certain, or they are about an order whose is not.')
})

it('says what deleting does to money before it is confirmed, then deletes exactly what was counted', async () => {
  const main = await counted({ 'maintenance.deleteOlder': () => success({ deleted: 37 }) })
  await click(button('Delete…'))
  await flushPromises()
  const text = words(dialog()!)
  expect(text).toContain('Charges from before 20 Nov 2024 are forgotten here.')
  expect(text).toContain('the gateway does not stop a second charge with the same one')
  expect(text).toContain('Refunds from before 20 Nov 2024 are forgotten here too. What is offered as refundable may be too much: the gateway decides.')
  expect(text).toContain('can not be undone')
  expect(main.inputsOf('maintenance.deleteOlder')).toEqual([])
  await click(button('Delete 37 entries', dialog()!))
  await flushPromises()
  expect(main.inputsOf('maintenance.deleteOlder')).toEqual([{ months: 24, entries: 37 }])
  expect(dialog()).toBeNull()
})

it('offers nothing to delete when nothing is old', async () => {
  await counted({}, 0, 0)
  expect(words()).toContain('No settled entry is from before 20 Nov 2024.')
  expect(() => button('Delete…')).toThrow()
})

it('has other months counted anew', async () => {
  await counted()
  await type(field('Older than (months)'), '6')
  expect(words()).not.toContain('would be deleted')
  expect(() => button('Delete…')).toThrow()
})

it.each(['0', '1201', '1.5', 'two', ''])('asks nothing of main for %j months', async (months) => {
  const main = fakeMain({})
  show(RetentionPanel)
  await type(field('Older than (months)'), months)
  await click(button('Count'))
  expect(main.called).toEqual([])
  expect(descriptionOf(field('Older than (months)'))).toBe('A whole number from 1 to 1,200.')
})

it('says why nothing was deleted, and wants it counted again', async () => {
  await counted({ 'maintenance.deleteOlder': () => failed({ code: 'count-changed' }) })
  await click(button('Delete…'))
  await flushPromises()
  await click(button('Delete 37 entries', dialog()!))
  await flushPromises()
  expect(words()).toContain('The number of entries has changed since it was counted.')
  expect(() => button('Delete…')).toThrow()
})
