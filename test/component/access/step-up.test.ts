import { expect, test, vi } from 'vitest'
import { failed, success } from '#shared/result.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { api } from '../../../renderer/app/api.ts'
import { flushScreen, openScreen, type Screen } from '../screen-support/open.ts'
import { ada, unlockedBy, unprotected } from '../support/access.ts'
import { done } from '../support/bridge.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const passphrase = 'unlit harbor fennel'

/** A call that main refuses until `isGiven`. */
function refusedUntil(isGiven: () => boolean, refusal: Failure) {
  return () => (isGiven() ? success(null) : failed(refusal))
}

type Answers = Parameters<typeof openScreen>[1]

async function unlocked(answers: Answers): Promise<Screen> {
  return await openScreen('/open-outcomes', {
    'access.describe': () => success(unlockedBy(ada)), 'resolution.list': () => success([]), ...answers,
  })
}

const dialog = (): HTMLElement | null => document.querySelector<HTMLElement>('[role="dialog"]')
const sent = { ...defaultSettings, auditFile: 'keep' } as const
const save = () => api.call('settings.save', sent)
const passphraseField = (): HTMLInputElement => field(text('access.proof.passphrase', { name: ada.name }), dialog()!)

async function prove(typed: string): Promise<void> {
  await type(passphraseField(), typed)
  await click(button(text('access.proof.action'), dialog()!))
  await flushScreen()
}

test('a call that needs a proof asks for the passphrase and is then repeated with the same input', async () => {
  let proven = false
  const { inputsOf } = await unlocked({
    'settings.save': refusedUntil(() => proven, { code: 'proof-needed' }),
    'access.prove': () => {
      proven = true
      return success(null)
    },
  })
  const saving = save()
  await flushScreen()
  expect(document.activeElement).toBe(passphraseField())
  await prove(passphrase)
  expect(await saving).toEqual(success(null))
  expect(inputsOf('access.prove')).toEqual([{ passphrase }])
  expect(inputsOf('settings.save')).toEqual([sent, sent])
  expect(dialog()).toBeNull()
})

test('without a passphrase the refusal is shown, and the call is not repeated', async () => {
  const { inputsOf } = await unlocked({ 'settings.save': () => failed({ code: 'proof-needed' }) })
  const saving = save()
  await flushScreen()
  await click(button(text('common.cancel'), dialog()!))
  expect(await saving).toEqual(failed({ code: 'proof-needed' }))
  expect(inputsOf('settings.save')).toHaveLength(1)
})

test('a wrong passphrase keeps the dialog open, with the waiting time beside the field', async () => {
  const { inputsOf } = await unlocked({
    'settings.save': () => failed({ code: 'proof-needed' }),
    'access.prove': () => failed({ code: 'passphrase-refused', why: 'wrong', retryInMs: 2_000 }),
  })
  void save()
  await flushScreen()
  await prove('not it')
  expect(descriptionOf(passphraseField())).toBe(text('access.wrongWait', { count: 2 }))
  expect((button(text('access.proof.action'), dialog()!) as HTMLButtonElement).disabled).toBe(true)
  expect(inputsOf('settings.save')).toHaveLength(1)
})

test('a call with any other answer is sent once', async () => {
  const { inputsOf } = await unlocked({ 'settings.save': () => failed({ code: 'defect' }) })
  await save()
  expect(inputsOf('settings.save')).toHaveLength(1)
  expect(dialog()).toBeNull()
})

test('two calls at the same time share one dialog', async () => {
  let proven = false
  const { inputsOf } = await unlocked({
    'settings.save': refusedUntil(() => proven, { code: 'proof-needed' }),
    'access.prove': () => {
      proven = true
      return success(null)
    },
  })
  const both = Promise.all([save(), save()])
  await flushScreen()
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1)
  await prove(passphrase)
  expect(await both).toEqual([success(null), success(null)])
  expect(inputsOf('access.prove')).toHaveLength(1)
})

test('saving what needs a protected desk asks for the first passphrase, explains what a forgotten one means, and continues', async () => {
  let isSetUp = false
  const { inputsOf } = await openScreen('/open-outcomes', {
    'access.describe': () => success(unprotected), 'resolution.list': () => success([]),
    'settings.save': refusedUntil(() => isSetUp, { code: 'protection-needed' }),
    'access.setUp': () => {
      isSetUp = true
      return success(unlockedBy(ada))
    },
  })
  const saving = save()
  await flushScreen()
  for (const expected of ['access.setUp.forgotten', 'access.setUp.waiting'] as const) expect(words(dialog()!)).toContain(text(expected))
  await type(field(text('access.yourName'), dialog()!), ' Ada Keller ')
  await type(field(text('access.newPassphrase'), dialog()!), passphrase)
  await type(field(text('access.repeatPassphrase'), dialog()!), passphrase)
  await click(button(text('access.setUp.action'), dialog()!))
  expect(await saving).toEqual(success(null))
  expect(inputsOf('access.setUp')).toEqual([{ name: 'Ada Keller', passphrase }])
  await flushScreen()
  expect(words(document.querySelector('footer')!)).toContain(ada.name)
})

test.each([
  ['without a name', '', passphrase, passphrase, 'access.yourName', text('access.nameMissing')],
  ['with a weak passphrase', 'Ada', 'password1234', 'password1234', 'access.newPassphrase', 'easy to guess'],
  ['with one that is too short', 'Ada', 'x7!kQ2pLm9z', 'x7!kQ2pLm9z', 'access.newPassphrase', '12'],
  ['with two that differ', 'Ada', passphrase, `${passphrase}s`, 'access.repeatPassphrase', text('access.differ')],
] as const)('the first passphrase is not set %s; the problem is shown beside its field', async (_, name, first, second, at, expected) => {
  const { inputsOf } = await openScreen('/access', {
    'access.describe': () => success(unprotected), 'settings.read': () => success(defaultSettings),
    'access.setUp': () => success(unlockedBy(ada)),
  })
  await click(button(text('access.setUp.open')))
  await flushScreen()
  await type(field(text('access.yourName'), dialog()!), name)
  await type(field(text('access.newPassphrase'), dialog()!), first)
  await type(field(text('access.repeatPassphrase'), dialog()!), second)
  await click(button(text('access.setUp.action'), dialog()!))
  await vi.waitFor(() => { expect(descriptionOf(field(text(at), dialog()!))).toContain(expected) })
  expect(inputsOf('access.setUp')).toEqual([])
})

test('the screen "Access" shows once that real profiles wait for a passphrase', async () => {
  const { content } = await openScreen('/access', {
    'access.describe': () => success({ state: 'unprotected', setUp: 'needed' }), 'settings.read': () => success(defaultSettings),
  })
  expect(words(content).split(text('access.setUp.needed'))).toHaveLength(2)
})

test('every screen shows that real profiles wait for a passphrase, and offers to set one', async () => {
  const { content } = await openScreen('/open-outcomes', {
    'access.describe': () => success({ state: 'unprotected', setUp: 'needed' }), 'resolution.list': () => success([]),
    'access.setUp': done as never,
  })
  expect(words(content)).toContain(text('access.setUp.needed'))
  await click(button(text('access.setUp.open')))
  await flushScreen()
  expect(words(dialog()!)).toContain(text('access.setUp.title'))
})
