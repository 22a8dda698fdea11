import { expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import { auditActions, type AuditLine } from '#shared/model/history/maintenance.ts'
import { failed, success } from '#shared/result.ts'
import AuditPanel from '../../../renderer/features/maintenance/AuditPanel.vue'
import { fakeMain } from '../support/bridge.ts'
import { button, click, flushPromises, show, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const line = (link: number, changes: Partial<AuditLine> = {}): AuditLine => ({
  link, at: '2026-11-20T09:41:07.120Z' as UtcTime, osUser: 'm.keller', name: 'Maria Keller', action: 'profile-changed',
  subject: 'Acme Shop', detail: 'login: acme → acme-shop', count: null, ...changes,
})

async function start(answers: Parameters<typeof fakeMain>[0]) {
  const main = fakeMain(answers)
  show(AuditPanel)
  await flushPromises()
  return main
}

const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => words(row))

it('shows who did what to what, and when', async () => {
  await start({ 'maintenance.audit': () => success({ lines: [line(2), line(1, { name: '', action: 'key-made', detail: '' })], next: null }) })
  expect(rows()[0]).toMatch(/^20 Nov 2026.*Maria Keller \(m\.keller\)\s*Profile changed: Acme Shop login: acme → acme-shop$/)
  expect(rows()[1]).toMatch(/m\.keller\s*Key created: Acme Shop$/)
})

it('shows an old value before the new one, also between letters that run from right to left', async () => {
  const detail = 'name: \u202Eחנות → מכולת'
  await start({ 'maintenance.audit': () => success({ lines: [line(1, { detail })], next: null }) })
  // The mark behind the arrow; without it the new name is on the left, and the arrow leads from it to the old one.
  expect(document.querySelector('tbody .detail')?.textContent).toBe('\u200Ename: חנות →\u200E מכולת')
})

it('shows the number of a line that has one', async () => {
  const lines = [line(2, { action: 'signed-at-start', subject: 'Links', detail: '', count: 3 }), line(1)]
  await start({ 'maintenance.audit': () => success({ lines, next: null }) })
  expect(rows()[0]).toMatch(/Signed at start: Links Number: 3$/)
  expect(rows()[1]).not.toContain('Number')
})

it('has a text for every action', async () => {
  await start({ 'maintenance.audit': () => success({ lines: auditActions.map((action, link) => line(link, { action })), next: null }) })
  for (const row of rows()) expect(row).not.toContain('maintenance.audit')
})

it('shows older lines on demand', async () => {
  const main = await start({
    'maintenance.audit': ({ before }) => success(before === null ? { lines: [line(9)], next: '9' } : { lines: [line(3)], next: null }),
  })
  await click(button(text('maintenance.audit.older')))
  expect(main.inputsOf('maintenance.audit').map(({ before }) => before)).toEqual([null, '9'])
  expect(rows()).toHaveLength(2)
  expect(() => button(text('maintenance.audit.older'))).toThrow()
})

it('shows a new line automatically', async () => {
  let lines = [line(1)]
  const main = await start({ 'maintenance.audit': () => success({ lines, next: null }) })
  lines = [line(2, { action: 'secret-stored' }), ...lines]
  main.emit('profiles.changed', null)
  await flushPromises()
  expect(rows()[0]).toContain(text('maintenance.audit.action.secret-stored'))
})

it('shows that nothing was changed yet, and why it could not be read', async () => {
  await start({ 'maintenance.audit': () => success({ lines: [], next: null }) })
  expect(words()).toContain(text('maintenance.audit.empty'))
  document.body.innerHTML = ''
  await start({ 'maintenance.audit': () => failed({ code: 'journal-unwritable', detail: 'The disk is full.' }) })
  expect(words()).toContain('The disk is full.')
})

it('shows the lines also while a batch changes the history during each reading', async () => {
  let running = true
  const main = await start({
    'maintenance.audit': async () => {
      await flushPromises()
      if (running) main.emit('journal.changed', null)
      await flushPromises()
      return success({ lines: [line(1)], next: null })
    },
  })
  main.emit('journal.changed', null)
  for (let turn = 0; turn < 10; turn += 1) await flushPromises()
  expect(rows()).toHaveLength(1)
  running = false
  await flushPromises()
})
