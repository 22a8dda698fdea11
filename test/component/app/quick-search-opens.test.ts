/** Screens and actions in the quick search, and its offers for a pasted request or a mail of gateway support. */
import { expect, test } from 'vitest'
import type { EntryId, MerchantOrderId } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { failed, success } from '#shared/result.ts'
import { aRow } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { otto, unlockedBy } from '../support/access.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const secret = '6A28B4E6-AAAA-4C0B-not-a-real-one'
const mail = `Dear team,\nAPI URL: https://gate.example/word/api/v2/sale/1144\nMerchant login: acme-shop\nEndpoint: 1144 (USD)\n`
  + `Merchant control key: ${secret}\n`
const digest = 'ab12cd34'.repeat(5)
const curl = `curl https://ada:pass-1234@gate.example/gw/api/v2/sale/1144?token=abc123456 \\\n  -H 'Authorization: OAuth oauth_nonce="77aa88bb"' \\\n`
  + `  -d 'client_orderid=inv-a&cvv2=987&control=${digest}'`

async function openSearch(answers: Parameters<typeof openScreen>[1] = {}, path = '/callbacks') {
  const screen = await openScreen(path, {
    'keys.list': () => success([]),
    'history.search': () => success({ rows: [], next: null }),
    'profiles.holdSecret': () => success({ held: 'f'.repeat(32) }),
    'inspector.diagnose': () => failed({ code: 'defect' }), 'inspector.cancelDiagnosis': () => success(null),
    ...answers,
  })
  const box = document.querySelector<HTMLInputElement>('[role="combobox"]')!
  return {
    ...screen, box,
    enter: async (typed: string) => { await type(box, typed); await flushScreen() },
    paste: async (pasted: string, into: HTMLElement = box) => {
      const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData: { getData: () => pasted } })
      // A browser inserts the pasted text unless the event was prevented.
      if (into.dispatchEvent(event)) await type(into as HTMLInputElement, pasted.replace(/[\r\n]/g, ''))
      await flushScreen()
    },
    press: async () => {
      box.form!.requestSubmit()
      await flushScreen()
    },
  }
}

const options = (): string[] => [...document.querySelectorAll('[role="option"]')].map((one) => words(one))
const charge = (merchantOrderId: string): HistoryRow =>
  aRow({ entryId: 'a' as EntryId, merchantOrderId: merchantOrderId as MerchantOrderId })
/** The page's text and the values of its fields. */
const drawn = (): string => [document.body.innerHTML, ...[...document.querySelectorAll('input, textarea')]
  .map((one) => (one as HTMLInputElement).value)].join('\n')

test.each([
  ['new charge', 'shell.navigation.recurrentPayment', '/recurrent-payment'],
  ['find an order', 'shell.navigation.orderStatus', '/order-status'],
  ['look up a card', 'shell.navigation.cardLookup', '/card-lookup'],
  ['find the mistake', 'shell.find.action.findMistake.name', '/inspector'],
  ['webhook', 'shell.navigation.callbacks', '/callbacks'],
  ['backup', 'shell.navigation.maintenance', '/maintenance'],
] as const)('"%s" opens %s', async (typed, name, path) => {
  const { enter, press, path: current } = await openSearch({ 'maintenance.describe': () => failed({ code: 'defect' }) }, '/keys')
  await enter(typed)
  expect(options()[0]).toContain(text(name))
  await press()
  expect(current()).toBe(path)
})

test('every screen of the navigation is found by its name', async () => {
  const { enter } = await openSearch()
  for (const link of document.querySelectorAll('nav a')) {
    const name = words(link)
    await enter(name)
    expect(options()[0], name).toContain(name)
  }
})

test('"lock" shows its keys and locks the desk', async () => {
  const { enter, press, called } = await openSearch({ 'access.lock': () => failed({ code: 'defect' }) })
  await enter('lock')
  expect(options()[0]).toContain('Ctrl+L')
  await press()
  expect(called.map(({ name }) => name)).toContain('access.lock')
})

test('"generate key" opens its dialog, for administrators only', async () => {
  const { enter, press, address } = await openSearch()
  await enter('generate key')
  await press()
  expect(address()).toBe('/keys')
  expect(words(document.querySelector('[role="dialog"]')!)).toContain(text('keys.make'))
})

test('an operator is not offered actions of administrators', async () => {
  const { enter } = await openSearch({ 'access.describe': () => success(unlockedBy(otto)) })
  for (const typed of ['generate key', 'new profile']) {
    await enter(typed)
    expect(options(), typed).toEqual([])
  }
})

test('"refund" opens the approved payments to choose one', async () => {
  const { enter, press, address } = await openSearch()
  await enter('refund')
  expect(options()[0]).toContain(text('shell.find.action.refund.name'))
  await press()
  expect(address()).toBe('/history?state=approved')
  expect(words()).toContain(text('shell.find.chooseRefund'))
})

test('an id that is also the name of a screen opens its payment', async () => {
  const { enter, press, path } = await openSearch({
    'history.search': () => success({ rows: [charge('other'), { ...charge('Keys'), entryId: 'k' as EntryId }], next: null }),
  })
  await enter('keys')
  expect(options()[1]).toContain(text('shell.navigation.keys'))
  await press()
  expect(path()).toBe('/payment/k')
})

test('a pasted request goes to the inspector; none of its values is drawn, searched or in the address', async () => {
  const { paste, press, address, box, inputsOf } = await openSearch({
    'history.search': ({ text: by }) => success({ rows: by === 'inv-a' ? [charge('inv-a')] : [], next: null }),
  })
  await paste(curl)
  expect(box.value).toBe('Pasted request: POST https://gate.example/gw/api/v2/sale/1144')
  expect(options()[0]).toBe(text('shell.find.mistake'))
  expect(options()[1]).toContain('inv-a')
  for (const hidden of ['pass-1234', 'abc123456', '77aa88bb', '987', digest]) expect(drawn()).not.toContain(hidden)
  expect([...new Set(inputsOf('history.search').map((query) => query.text))]).toEqual(['inv-a'])
  await press()
  expect(address()).toBe('/inspector')
  expect(inputsOf('inspector.diagnose').map((input) => input.text)).toEqual([curl])
  expect(box.value).toBe('')
})

test.each([`control=${digest}`, `Authorization: OAuth oauth_nonce="1", oauth_signature="${digest}"`])(
  'a pasted header offers to find the mistake: %s', async (header) => {
    const { paste, inputsOf } = await openSearch()
    await paste(header)
    expect(options()).toEqual([text('shell.find.mistake')])
    expect(drawn()).not.toContain(digest)
    expect(inputsOf('history.search')).toEqual([])
  })

test('a pasted mail becomes a profile: its secret is sent to main immediately and is not on the page', async () => {
  const saved: unknown[] = []
  const { paste, press, path, inputsOf, box } = await openSearch({
    'profiles.save': (input) => {
      saved.push(input.draft)
      return success({ id: aProfile().profile.id })
    },
    'profiles.storeHeldSecret': () => success(null),
  })
  await paste(mail)
  expect(box.value).toBe('Mail of gateway support: https://gate.example · acme-shop · 1144')
  expect(options()).toEqual([text('shell.find.newProfile')])
  expect(inputsOf('profiles.holdSecret')).toEqual([{ secret }])
  expect(inputsOf('history.search')).toEqual([])
  await press()
  expect(path()).toBe('/profiles')
  expect(words()).toContain(text('profiles.fromMail'))
  expect(field(text('profiles.baseUrl')).value).toBe('https://gate.example')
  expect(drawn()).not.toContain(secret)
  await click(button(text('common.save')))
  await flushScreen()
  expect(saved).toMatchObject([{
    environment: 'staging', login: 'acme-shop', productWord: 'word', gateway: { baseUrl: 'https://gate.example' },
    entryPoints: [{ kind: 'endpoint', id: '1144', currency: 'USD' }],
  }])
  expect(JSON.stringify(saved)).not.toContain(secret)
  expect(inputsOf('profiles.storeHeldSecret')).toEqual([{ id: 'profile-1', held: 'f'.repeat(32) }])
  expect(words()).toContain(text('profiles.savedWithSecret', { name: 'acme-shop' }))
})

test('a mail offers an operator nothing, and its secret is neither drawn nor sent', async () => {
  const { paste, called } = await openSearch({ 'access.describe': () => success(unlockedBy(otto)) })
  await paste(mail)
  expect(options()).toEqual([])
  expect(words()).toContain(text('shell.find.mailForAdministrators'))
  expect(JSON.stringify(called)).not.toContain(secret)
  expect(drawn()).not.toContain(secret)
})

test('a mail pasted into the base URL fills in the form, and its secret is not drawn', async () => {
  const { paste, inputsOf, go } = await openSearch({
    'profiles.save': () => success({ id: aProfile().profile.id }),
    'profiles.storeHeldSecret': () => failed({ code: 'keychain-locked' }),
  })
  await go('/profiles?create=1')
  await paste(mail, field(text('profiles.baseUrl')))
  expect(inputsOf('profiles.holdSecret')).toEqual([{ secret }])
  expect(field(text('profiles.baseUrl')).value).toBe('https://gate.example')
  expect(field(text('profiles.productWord')).value).toBe('word')
  expect(drawn()).not.toContain(secret)
  await click(button(text('common.save')))
  await flushScreen()
  expect(words()).toContain(text('profiles.secretNotStored', { why: text('failure.what.keychain-locked') }))

  // The form of the saved profile shows what was saved, and stores the waiting secret on the next Save.
  expect(field(text('profiles.baseUrl')).value).toBe('https://staging.gate.example')
  await click(button(text('common.save')))
  await flushScreen()
  const [first, second] = inputsOf('profiles.storeHeldSecret')
  expect(second).toEqual(first)
})

test('an address pasted into the base URL is inserted as before', async () => {
  const { paste, called, go } = await openSearch()
  await go('/profiles?create=1')
  await paste('https://gate.example', field(text('profiles.baseUrl')))
  expect(field(text('profiles.baseUrl')).value).toBe('https://gate.example')
  expect(called.map(({ name }) => name)).not.toContain('profiles.holdSecret')
})
