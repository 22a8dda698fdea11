import { expect, test } from 'vitest'
import { defaultSettings, type Settings } from '#shared/model/application/settings.ts'
import { success, failed } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import SettingsPanel from '../../../renderer/features/maintenance/SettingsPanel.vue'
import { done, fakeMain } from '../support/bridge.ts'
import { button, click, descriptionOf, field, show, type, words } from '../support/mount.ts'
import { flushScreen } from '../screen-support/open.ts'
import { text } from '../../support/texts.ts'

const kept: Settings = { ...defaultSettings, operatorName: 'M. Keller', notFoundAfterMinutes: 120 }
const minutesLabel = text('maintenance.settings.notFoundAfter')

async function openPanel(answers: Parameters<typeof fakeMain>[0] = {}) {
  const main = fakeMain({ 'settings.read': () => success(kept), 'settings.save': done, ...answers })
  show(SettingsPanel)
  await flushScreen()
  return main
}

test('shows the stored settings and saves what was typed', async () => {
  const { inputsOf } = await openPanel()
  expect([field(text('maintenance.settings.operatorName')).value, field(minutesLabel).value]).toEqual(['M. Keller', '120'])
  await type(field(text('maintenance.settings.operatorName')), ' A. Weber ')
  await type(field(minutesLabel), '45')
  await click(button(text('common.save')))
  expect(inputsOf('settings.save')).toEqual([{ ...kept, operatorName: 'A. Weber', notFoundAfterMinutes: 45, auditFile: 'keep' }])
})

test.each([
  [text('maintenance.settings.operatorName'), 'x'.repeat(61), text('keys.nameTooLong')],
  [text('maintenance.settings.operatorName'), 'Keller 4111 1111 1111 1111', text('maintenance.settings.operatorNameCard')],
  [minutesLabel, '14', text('maintenance.settings.range', { least: '15', most: '10080' })],
  [minutesLabel, '10081', text('maintenance.settings.range', { least: '15', most: '10080' })],
  [minutesLabel, '1.5', text('maintenance.settings.range', { least: '15', most: '10080' })],
  [minutesLabel, '', text('maintenance.settings.range', { least: '15', most: '10080' })],
])('shows beside the field what is wrong with %s "%s", and saves nothing', async (label, typed, problem) => {
  const { inputsOf } = await openPanel()
  await type(field(label), typed)
  await click(button(text('common.save')))
  expect(descriptionOf(field(label))).toContain(problem)
  expect(inputsOf('settings.save')).toEqual([])
})

test('notices of the system can be turned off, and a system without them is named beside the setting', async () => {
  const { inputsOf } = await openPanel()
  const notices = field(text('maintenance.settings.notices'))
  expect(descriptionOf(notices)).toContain(text('maintenance.settings.noticesHint'))
  await click(notices)
  await click(button(text('common.save')))
  expect(inputsOf('settings.save')).toEqual([{ ...kept, notices: false, auditFile: 'keep' }])
  useSession().app = {
    version: '1', platform: 'linux', osUser: 'ada', host: 'stand-in', usableEnvironments: ['sandbox'], showsNotices: false,
  }
  await flushScreen()
  expect(descriptionOf(notices)).toContain(text('maintenance.settings.noticesUnsupported'))
})

test('shows why it could not save and keeps what was typed', async () => {
  await openPanel({
    'settings.save': () => failed({ code: 'settings-unwritable', detail: 'The settings cannot be saved: the disk is full.' }),
  })
  await type(field(text('maintenance.settings.operatorName')), 'A. Weber')
  await click(button(text('common.save')))
  expect(words()).toContain('the disk is full')
  expect(field(text('maintenance.settings.operatorName')).value).toBe('A. Weber')
})

test('shows the path that was chosen in a dialog of the system and sends its handle; keeps it if nothing was chosen', async () => {
  let path: string | null = '/var/log/audit.jsonl'
  const { inputsOf } = await openPanel({
    'settings.chooseAuditFile': () => path === null ? failed({ code: 'cancelled' }) : success({ path, handle: 'handle-1' }),
  })
  const auditFile = (): HTMLInputElement => field(text('maintenance.settings.auditFile'))
  expect(auditFile().value).toBe(text('maintenance.settings.auditFileNone'))
  await click(button(text('maintenance.settings.auditFileFolder')))
  await flushScreen()
  expect(auditFile().value).toBe('/var/log/audit.jsonl')
  path = null
  await click(button(text('maintenance.settings.auditFileFolder')))
  await flushScreen()
  expect(auditFile().value).toBe('/var/log/audit.jsonl')
  await click(button(text('common.save')))
  await flushScreen()
  await click(button(text('common.save')))
  await flushScreen()
  await click(button(text('maintenance.settings.auditFileOff')))
  expect(auditFile().value).toBe(text('maintenance.settings.auditFileNone'))
  await click(button(text('common.save')))
  const sent = (auditFile: unknown) => ({ ...kept, auditFile })
  expect(inputsOf('settings.save')).toEqual([sent({ handle: 'handle-1' }), sent('keep'), sent('off')])
})
