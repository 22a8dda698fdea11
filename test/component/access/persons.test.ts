import { expect, test, vi } from 'vitest'
import { failed, success } from '#shared/result.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import type { Person } from '#shared/model/application/access.ts'
import { flushScreen, openScreen, type Screen } from '../screen-support/open.ts'
import { ada, otto, unlockedBy } from '../support/access.ts'
import { done } from '../support/bridge.ts'
import { aKey } from '../support/data.ts'
import { button, click, descriptionOf, field, type, unmountAll, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const passphrase = 'unlit harbor fennel'

async function openAccess(
  you: Person, answers: Parameters<typeof openScreen>[1] = {}, persons = [ada, otto],
): Promise<Screen> {
  return await openScreen('/access', {
    'access.describe': () => success(unlockedBy(you)), 'access.persons': () => success(persons), 'resolution.list': () => success([]),
    'settings.read': () => success(defaultSettings), 'settings.save': done, ...answers,
  })
}

const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]')!
const isDisabled = (name: string): boolean => (button(name) as HTMLButtonElement).disabled
const choose = async (label: string): Promise<void> => {
  const radio = field(label, dialog())
  radio.checked = true
  radio.dispatchEvent(new Event('change', { bubbles: true }))
  await flushScreen()
}

async function typePassphrase(typed = passphrase): Promise<void> {
  await type(field(text('access.newPassphrase'), dialog()), typed)
  await type(field(text('access.repeatPassphrase'), dialog()), typed)
}

async function press(name: string): Promise<void> {
  await click(button(name, dialog()))
  await vi.dynamicImportSettled()
  await flushScreen()
}

test('an administrator adds a person with a role and a passphrase', async () => {
  const { inputsOf } = await openAccess(ada, { 'access.savePerson': ({ name, role }) => success({ ...otto, name, role }) })
  await click(button(text('access.persons.add')))
  await type(field(text('access.name'), dialog()), 'Mia Braun')
  await choose(text('access.role.administrator'))
  await typePassphrase()
  await press(text('access.persons.addAction'))
  expect(inputsOf('access.savePerson')).toEqual([{ id: null, name: 'Mia Braun', role: 'administrator', passphrase }])
  expect(inputsOf('access.persons')).toHaveLength(2)
})

test('a name that is taken is refused beside its field, however it is written', async () => {
  const { inputsOf } = await openAccess(ada)
  await click(button(text('access.persons.add')))
  await type(field(text('access.name'), dialog()), ' OTTO  weber')
  await typePassphrase()
  await press(text('access.persons.addAction'))
  expect(descriptionOf(field(text('access.name'), dialog()))).toBe(text('access.nameUsed'))
  expect(inputsOf('access.savePerson')).toEqual([])
})

test('a change of name keeps the passphrase; a new one is set on request', async () => {
  const { inputsOf } = await openAccess(ada, { 'access.savePerson': () => success(otto) })
  await click(button(text('access.persons.changeNamed', { name: otto.name })))
  await type(field(text('access.name'), dialog()), 'Otto Braun')
  await press(text('common.save'))
  await click(button(text('access.persons.changeNamed', { name: otto.name })))
  field(text('access.persons.newPassphrase'), dialog()).click()
  await flushScreen()
  await typePassphrase()
  await press(text('common.save'))
  expect(inputsOf('access.savePerson').map((input) => [input.name, input.passphrase]))
    .toEqual([['Otto Braun', null], [otto.name, passphrase]])
})

test('an operator who becomes an administrator needs a new passphrase', async () => {
  const { inputsOf } = await openAccess(ada, { 'access.savePerson': () => success({ ...otto, role: 'administrator' }) })
  await click(button(text('access.persons.changeNamed', { name: otto.name })))
  await choose(text('access.role.administrator'))
  expect(words(dialog())).toContain(text('access.persons.newPassphraseNeeded'))
  await press(text('common.save'))
  expect(inputsOf('access.savePerson')).toEqual([])
  await typePassphrase()
  await press(text('common.save'))
  expect(inputsOf('access.savePerson')).toEqual([{ id: otto.id, name: otto.name, role: 'administrator', passphrase }])
})

test('main’s refusal of a weak passphrase is shown beside the field', async () => {
  await openAccess(ada, { 'access.savePerson': () => failed({ code: 'passphrase-weak', detail: 'It is known from a leak.' }) })
  await click(button(text('access.persons.add')))
  await type(field(text('access.name'), dialog()), 'Mia Braun')
  await typePassphrase()
  await press(text('access.persons.addAction'))
  expect(descriptionOf(field(text('access.newPassphrase'), dialog()))).toBe('It is known from a leak.')
})

test('a person is removed after a confirmation, and a refusal is shown', async () => {
  const { inputsOf, content } = await openAccess(ada, { 'access.removePerson': () => failed({ code: 'last-administrator' }) })
  await click(button(text('access.persons.removeNamed', { name: otto.name })))
  expect(document.activeElement).toBe(button(text('common.cancel'), dialog()))
  expect(inputsOf('access.removePerson')).toEqual([])
  await press(text('access.persons.removeAction'))
  expect(inputsOf('access.removePerson')).toEqual([{ id: otto.id }])
  expect(words(content)).toContain(text('failure.what.last-administrator'))
})

test('the only administrator stays one, and the screen shows why', async () => {
  const { content } = await openAccess(ada)
  expect(isDisabled(text('access.persons.removeNamed', { name: ada.name }))).toBe(true)
  expect(words(content)).toContain(text('access.persons.last'))
  await click(button(text('access.persons.changeNamed', { name: ada.name })))
  expect(field(text('access.role.operator'), dialog()).disabled).toBe(true)
  expect(words(dialog())).toContain(text('access.persons.lastRole'))
})

test('a person cannot remove themselves, even if there is another administrator', async () => {
  const mia: Person = { ...otto, name: 'Mia Braun', role: 'administrator' }
  const { content } = await openAccess(ada, {}, [ada, mia])
  expect(isDisabled(text('access.persons.removeNamed', { name: ada.name }))).toBe(true)
  expect(words(content)).toContain(text('access.persons.notYourself'))
  expect(isDisabled(text('access.persons.removeNamed', { name: mia.name }))).toBe(false)
})

test('everybody changes their own passphrase; a wrong current one is shown beside its field', async () => {
  const answers = [failed({ code: 'passphrase-refused', why: 'wrong', retryInMs: 0 } as const), success(null)]
  const { inputsOf } = await openAccess(otto, { 'access.changePassphrase': () => answers.shift()! })
  await click(button(text('access.you.change')))
  expect(words(dialog())).toContain(text('access.setUp.forgotten'))
  const current = field(text('access.currentPassphrase'), dialog())
  await type(current, 'not it')
  await typePassphrase()
  await press(text('access.you.changeAction'))
  expect(descriptionOf(current)).toBe(text('access.wrong'))
  await type(current, 'the old one')
  await typePassphrase()
  await press(text('access.you.changeAction'))
  expect(inputsOf('access.changePassphrase').at(-1)).toEqual({ current: 'the old one', next: passphrase })
  expect(document.querySelector('[role="dialog"]')).toBeNull()
})

const buttonNames = (): string[] => [...document.querySelectorAll('main button')]
  .map((one) => one.getAttribute('aria-label') ?? words(one))

test.each([
  ['/access', 'persons', [text('access.persons.add'), text('access.persons.changeNamed', { name: otto.name })]],
  ['/profiles', 'profiles', [text('profiles.add'), text('profiles.edit')]],
  ['/keys', 'keys', [text('keys.make'), text('keys.import')]],
] as const)('at %s, administrators’ actions are not offered to an operator, who sees the administrators’ names', async (path, subject, names) => {
  const answers = { 'keys.list': () => success([aKey()]) }
  const open = async (you: Person): Promise<string> => {
    const { go, content } = await openAccess(you, answers)
    await go(path)
    return words(content)
  }
  await open(ada)
  for (const name of names) expect(buttonNames()).toContain(name)
  unmountAll()
  const shown = await open(otto)
  for (const name of names) expect(buttonNames()).not.toContain(name)
  expect(shown).toContain(text(`access.onlyAdministrators.${subject}`))
  expect(shown).toContain(text('access.onlyAdministrators.names', { names: ada.name }))
})

test('the lock’s settings are set here; an operator can only read them', async () => {
  const { inputsOf } = await openAccess(ada)
  const minutes = field(text('access.settings.lockAfter'))
  await type(minutes, '16')
  await click(button(text('common.save')))
  expect(descriptionOf(minutes)).toBe(text('maintenance.settings.range', { least: 1, most: 15 }))
  await type(minutes, '5')
  field(text('access.settings.contentProtection')).click()
  await click(button(text('common.save')))
  expect(inputsOf('settings.save')).toEqual([{ ...defaultSettings, lockAfterMinutes: 5, contentProtection: false, auditFile: 'keep' }])
  unmountAll()
  await openAccess(otto)
  expect(field(text('access.settings.lockAfter')).readOnly).toBe(true)
  expect(buttonNames()).not.toContain(text('common.save'))
})
