import { expect, it } from 'vitest'
import { failed, success } from '#shared/result.ts'
import ErasurePanel from '../../../renderer/features/maintenance/ErasurePanel.vue'
import { fakeMain } from '../support/bridge.ts'
import { button, click, descriptionOf, field, flushPromises, show, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const address = text('maintenance.erasure.kind.email')
const customer = { kind: 'email', value: 'ada@example.com', profileId: null }

async function counted(answers: Parameters<typeof fakeMain>[0] = {}, entries = 12, staying = 2) {
  const main = fakeMain({ 'maintenance.countCustomer': () => success({ entries, staying }), ...answers })
  show(ErasurePanel)
  await type(field(address), ' ada@example.com ')
  await click(button(text('maintenance.erasure.count')))
  return main
}

async function confirmed(reason: string): Promise<void> {
  await click(button(text('maintenance.erasure.open')))
  await flushPromises()
  if (reason !== '') await type(field(text('common.reason')), reason)
  await click(button(text('maintenance.erasure.action'), dialog()!))
  await flushPromises()
}

it('counts the entries of the customer first, and shows how many stay', async () => {
  const main = await counted()
  expect(main.inputsOf('maintenance.countCustomer')).toEqual([{ customer }])
  expect(words()).toContain(text('maintenance.erasure.counted', { count: 12 }))
  expect(words()).toContain(text('maintenance.erasure.staying', { count: 2 }))
})

it('erases exactly what was counted, with a reason', async () => {
  const main = await counted({ 'maintenance.eraseCustomer': () => success({ deleted: 12 }) })
  await confirmed('Letter of 20 November')
  expect(main.inputsOf('maintenance.eraseCustomer')).toEqual([{ customer, entries: 12, staying: 2, reason: 'Letter of 20 November' }])
  expect(dialog()).toBeNull()
  expect(() => button(text('maintenance.erasure.open'))).toThrow()
})

it('shows before the confirmation that backups keep the content, and calls main only with a reason', async () => {
  const main = await counted()
  await confirmed('')
  expect(words(dialog()!)).toContain(text('maintenance.erasure.gone'))
  expect(descriptionOf(field(text('common.reason')))).toContain(text('common.reasonNeeded'))
  expect(main.inputsOf('maintenance.eraseCustomer')).toEqual([])
})

it.each([
  ['email', 'ada', 'no-email'], ['email', 'ada@example.com, bo@example.com', 'no-email'], ['email', '', 'missing'],
  ['card-reference', '  ', 'missing'], ['order-id', '7'.repeat(257), 'too-long'],
] as const)('shows beside the field what is wrong with the %s %j', async (kind, value, problem) => {
  const main = fakeMain({})
  show(ErasurePanel)
  await type(field(text('maintenance.erasure.by')), kind)
  const typed = field(text(`maintenance.erasure.kind.${kind}`))
  await type(typed, value)
  await click(button(text('maintenance.erasure.count')))
  expect(main.called).toEqual([])
  expect(descriptionOf(typed)).toBe(text(`maintenance.erasure.problem.${problem}`, { most: 256 }))
})

it('needs no value to count earlier erasures', async () => {
  const main = await counted()
  await type(field(text('maintenance.erasure.by')), 'erased-before')
  expect(() => field(text('maintenance.erasure.kind.erased-before'))).toThrow()
  expect(() => button(text('maintenance.erasure.open'))).toThrow()
  await click(button(text('maintenance.erasure.count')))
  expect(main.inputsOf('maintenance.countCustomer').at(-1)).toEqual({ customer: { kind: 'erased-before', value: '', profileId: null } })
})

it('needs a new count for another customer, and offers nothing if there is no content', async () => {
  await counted()
  await type(field(address), 'bo@example.com')
  expect(() => button(text('maintenance.erasure.open'))).toThrow()
  expect(words()).not.toContain('would be erased')
})

it('offers nothing to erase if the customer has no content', async () => {
  await counted({}, 0, 0)
  expect(words()).toContain(text('maintenance.erasure.countedNone'))
  expect(() => button(text('maintenance.erasure.open'))).toThrow()
})

it('shows why nothing was erased, needs a new count, and then opens no dialog automatically', async () => {
  await counted({ 'maintenance.eraseCustomer': () => failed({ code: 'count-changed' }) })
  await confirmed('Letter of 20 November')
  expect(words()).toContain(text('failure.what.count-changed'))
  expect(() => button(text('maintenance.erasure.open'))).toThrow()
  await click(button(text('maintenance.erasure.count')))
  await flushPromises()
  expect(dialog()).toBeNull()
})
