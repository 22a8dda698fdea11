import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import type { AccessState } from '#shared/model/application/access.ts'
import { startOverPhrase } from '#shared/model/history/start-over.ts'
import App from '../../../renderer/app/App.vue'
import { flushScreen } from '../screen-support/open.ts'
import { ada, aLock, otto, unlockedBy, unprotected } from '../support/access.ts'
import { done, fakeMain } from '../support/bridge.ts'
import { aList, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, show, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const passphrase = 'unlit harbor fennel'

beforeEach(() => { vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }) })
afterEach(() => { vi.useRealTimers() })

async function openLocked(state: AccessState, answers: Parameters<typeof fakeMain>[0] = {}) {
  const main = fakeMain({
    'access.describe': () => success(state),
    'access.noteActivity': done,
    'app.badge': done,
    'alerts.read': () => failed({ code: 'defect' }),
    'app.describe': () => success({
      version: '1', platform: 'linux', osUser: 'ada', host: 'packaged', usableEnvironments: ['sandbox', 'staging', 'production'],
      showsNotices: true,
    }),
    'vault.describe': () => success({ state: 'open', keeping: 'keychain', keychainName: 'Keyring', keys: 1, secrets: 1 }),
    'profiles.list': () => success(aList(aProfile())),
    'resolution.list': () => success([]),
    'team.describe': () => success({ state: 'none' }),
    ...answers,
  })
  const { router } = show(App)
  await flushScreen()
  return { ...main, path: () => router.currentRoute.value.path }
}

const passphraseField = (): HTMLInputElement => field(text('access.passphrase'))
const submit = async (): Promise<void> => {
  document.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushScreen()
}

async function tryPassphrase(typed = passphrase): Promise<void> {
  await type(passphraseField(), typed)
  await submit()
}

test('the window shows only the lock, with the last person selected and the focus in the passphrase', async () => {
  await openLocked(aLock())
  expect(document.querySelector('nav')).toBeNull()
  expect(document.querySelector('h1')?.textContent).toBe(text('access.lock.title'))
  expect(field(text('access.name')).value).toBe(otto.id)
  expect(document.activeElement).toBe(passphraseField())
})

test('after an unlock no earlier refusal of main is shown any more', async () => {
  const refused = failed({ code: 'desk-locked' as const })
  const callCounts = { profiles: 0, vault: 0 }
  const { emit } = await openLocked(aLock(), {
    'profiles.list': () => (callCounts.profiles++ === 0 ? refused : new Promise(() => undefined)),
    'vault.describe': () => (callCounts.vault++ === 0 ? refused : new Promise(() => undefined)),
  })
  emit('access.changed', unlockedBy(ada))
  await flushScreen()
  expect(callCounts).toEqual({ profiles: 2, vault: 2 })
  expect(words()).toContain(text('shell.starting'))
  expect(words()).not.toContain(text('failure.what.desk-locked'))
})

test('a single person is named, without a choice', async () => {
  await openLocked(aLock({ persons: [{ id: ada.id, name: ada.name }] }))
  expect(document.querySelector('select')).toBeNull()
  expect(words()).toContain(ada.name)
})

test('shows how many outcomes are open, and nothing if there are none', async () => {
  await openLocked(aLock({ openOutcomes: 3 }))
  expect(words()).toContain(text('access.lock.openOutcomes', { count: 3 }))
  const none = await openLocked(aLock({ openOutcomes: 0 }))
  expect(words(document.body.lastElementChild!)).not.toContain(text('access.lock.openOutcomes', { count: 0 }))
  none.emit('access.changed', aLock({ openOutcomes: 2 }))
  await flushScreen()
  expect(words()).toContain(text('access.lock.openOutcomes', { count: 2 }))
})

test('names why an unlock waits while a request of before the lock is in progress', async () => {
  const { emit } = await openLocked(aLock({ finishing: true }))
  expect(words()).toContain(text('access.lock.finishing'))
  emit('access.changed', aLock())
  await flushScreen()
  expect(words()).not.toContain(text('access.lock.finishing'))
})

test('a notice clicked while the desk is locked opens its payment, once it is unlocked', async () => {
  const { emit, path } = await openLocked(aLock(), {
    'access.unlock': () => success(unlockedBy(ada)), 'orders.page': () => failed({ code: 'no-such-entry' }),
  })
  emit('app.open', { view: 'payment', entryId: 'e1' as EntryId })
  await flushScreen()
  expect(document.querySelector('nav')).toBeNull()
  await tryPassphrase()
  expect([path(), document.querySelector('nav') === null]).toEqual(['/payment/e1', false])
})

test('unlocks with the selected person’s passphrase, which stays in no field', async () => {
  const { inputsOf } = await openLocked(aLock(), { 'access.unlock': () => success(unlockedBy(ada)) })
  await type(field(text('access.name')), ada.id)
  const typedInto = passphraseField()
  await tryPassphrase()
  expect(inputsOf('access.unlock')).toEqual([{ proof: { personId: ada.id, passphrase } }])
  expect(typedInto.value).toBe('')
  expect(document.querySelector('nav')).not.toBeNull()
  expect(words(document.querySelector('footer')!)).toContain(ada.name)
})

test('after a wrong passphrase it counts the waiting time down, accepts no other meanwhile, and keeps the focus', async () => {
  const { inputsOf } = await openLocked(aLock(), {
    'access.unlock': () => failed({ code: 'passphrase-refused', why: 'wrong', retryInMs: 4_000 }),
  })
  await tryPassphrase('not it')
  expect(descriptionOf(passphraseField())).toBe(text('access.wrongWait', { count: 4 }))
  expect(document.activeElement).toBe(passphraseField())
  await tryPassphrase()
  expect(inputsOf('access.unlock')).toHaveLength(1)
  vi.advanceTimersByTime(3_000)
  await flushScreen()
  expect(descriptionOf(passphraseField())).toBe(text('access.wrongWait', { count: 1 }))
  vi.advanceTimersByTime(1_000)
  await flushScreen()
  expect((button(text('access.lock.unlock')) as HTMLButtonElement).disabled).toBe(false)
  await submit()
  expect(inputsOf('access.unlock')).toHaveLength(2)
})

test('a waiting time from before the start is counted down too', async () => {
  await openLocked(aLock({ retryInMs: 60_000 }))
  expect(descriptionOf(passphraseField())).toBe(text('access.wait', { count: 60 }))
  expect((button(text('access.lock.unlock')) as HTMLButtonElement).disabled).toBe(true)
})

test('shows that the keychain waits, and any other failure with the next step', async () => {
  const main = await openLocked(aLock(), { 'access.unlock': () => failed({ code: 'keychain-locked' }) })
  main.emit('keychain.waiting', { waiting: true })
  await tryPassphrase()
  expect(words()).toContain(text('shell.keychainWaitingTitle'))
  expect(words()).toContain(text('failure.next.keychain-locked'))
})

test('warns of Caps Lock after the first key event', async () => {
  await openLocked(aLock())
  const press = (on: boolean): void => {
    const event = new KeyboardEvent('keydown', { key: 'a', bubbles: true })
    Object.defineProperty(event, 'getModifierState', { value: () => on })
    passphraseField().dispatchEvent(event)
  }
  press(true)
  await flushScreen()
  expect(words()).toContain(text('access.capsLock'))
  press(false)
  await flushScreen()
  expect(words()).not.toContain(text('access.capsLock'))
})

test('a desk without passphrases unlocks with the button alone', async () => {
  const { inputsOf } = await openLocked(aLock({ persons: [], lastPersonId: null }), { 'access.unlock': () => success(unprotected) })
  expect(document.querySelector('input')).toBeNull()
  expect(document.activeElement).toBe(button(text('access.lock.unlock')))
  await submit()
  expect(inputsOf('access.unlock')).toEqual([{ proof: null }])
  expect(document.querySelector('nav')).not.toBeNull()
})

test('if main cannot read the desk’s protection, it shows only the reason and a button to try again', async () => {
  const { inputsOf } = await openLocked({ state: 'failed', failure: { code: 'keychain-waiting' } }, {
    'access.unlock': () => success(aLock()),
  })
  expect(document.querySelector('nav')).toBeNull()
  expect(words()).toContain(text('failure.what.keychain-waiting'))
  await click(button(text('common.retry')))
  await flushScreen()
  expect(inputsOf('access.unlock')).toEqual([{ proof: null }])
  expect(document.querySelector('h1')?.textContent).toBe(text('access.lock.title'))
})

async function openStartOver(answers: Parameters<typeof openLocked>[1] = {}) {
  const main = await openLocked(aLock({ openOutcomes: 2 }), answers)
  await click(button(text('access.lock.forgotten')))
  await click(button(text('access.startOver.open')))
  await flushScreen()
  return { ...main, dialog: document.querySelector('[role="dialog"]')! }
}

const startOver = async (typed: string): Promise<void> => {
  await type(field(text('access.startOver.phrase', { phrase: startOverPhrase })), typed)
  document.querySelector('[role="dialog"] form')!.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushScreen()
}

test('starting over shows what is lost, and calls main only once the phrase is typed', async () => {
  const { inputsOf, dialog } = await openStartOver({ 'access.startOver': () => success(unprotected) })
  for (const expected of [
    text('access.startOver.deletedTitle'), text('access.startOver.stays'), text('access.startOver.openOutcomes', { count: 2 }),
  ]) expect(words(dialog)).toContain(expected)
  await startOver('start')
  expect(inputsOf('access.startOver')).toEqual([])
  expect(descriptionOf(field(text('access.startOver.phrase', { phrase: startOverPhrase }))))
    .toBe(text('access.startOver.phraseProblem', { phrase: startOverPhrase }))
  await startOver(' Start over ')
  expect(inputsOf('access.startOver')).toEqual([{ phrase: startOverPhrase }])
  expect(document.querySelector('nav')).not.toBeNull()
})

test('while the message box is open it shows that and accepts no second start; a refusal keeps the lock', async () => {
  const box = Promise.withResolvers<ReturnType<typeof failed<{ code: 'not-confirmed-outside' }>>>()
  const { inputsOf, dialog } = await openStartOver({ 'access.startOver': () => box.promise })
  await startOver(startOverPhrase)
  expect(words(dialog)).toContain(text('access.outside.title'))
  document.querySelector('[role="dialog"] form')!.dispatchEvent(new Event('submit', { cancelable: true }))
  expect(inputsOf('access.startOver')).toHaveLength(1)
  box.resolve(failed({ code: 'not-confirmed-outside' }))
  await flushScreen()
  expect(words(dialog)).toContain(text('failure.what.not-confirmed-outside'))
  expect(document.querySelector('nav')).toBeNull()
})
