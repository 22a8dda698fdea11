/** A compromised page on an unlocked desk: its attempts need a person outside it. */
import { afterEach, expect, it } from 'vitest'
import type { OutsideQuestion } from '../../../../electron/desk/services.ts'
import { chargeForm, closeAll, type TestDesk } from '../support.ts'
import { minute, openProtected, passphrase } from './support.ts'

afterEach(closeAll)

const confirm = { reason: null, acceptUnverifiedCard: true }
const notConfirmed = { code: 'not-confirmed-outside' }
const erasing = {
  customer: { kind: 'email', value: 'ada@example.com', profileId: null }, entries: 12, staying: 2, reason: 'asked by letter',
} as const

/** A protected desk with a production profile; from then on every box is recorded and cancelled. */
async function attacked(options: { readonly environment?: 'staging' | 'production' } = {}) {
  const questions: OutsideQuestion[] = []
  let answer = true
  const desk = await openProtected({ asksEveryBox: true, system: { confirm: async (question) => {
    questions.push(question)
    return answer
  } } })
  const id = await desk.addProfile(options.environment ?? 'production', 'Acme Shop')
  answer = false
  questions.length = 0
  return { desk, id, questions, allow: (allowed: boolean) => { answer = allowed } }
}

async function draftOf(desk: TestDesk, id: string) {
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === id)!.profile
  return draft
}

it('cannot turn off the message box or the second proof within five minutes of an unlock', async () => {
  const { desk, id, questions } = await attacked()
  const draft = await draftOf(desk, id)
  expect(await desk.refused('profiles.save', { id, draft: { ...draft, stepUp: 'off', outsideConfirmation: 'off' } })).toEqual(notConfirmed)
  expect(questions[0]!.details).toEqual(expect.arrayContaining([
    'passphrase again before payments: on → off', 'message box of the system before payments: on → off',
  ]))
  const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId: id })
  expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual(notConfirmed)
  expect(desk.ordersInLedger()).toEqual([])
})

it('cannot send a production request to its own address, login or proxy', async () => {
  const { desk, id, questions } = await attacked()
  const draft = await draftOf(desk, id)
  for (const change of [
    { gateway: { kind: 'address' as const, baseUrl: 'https://evil.example' } }, { login: 'evil' },
    { route: { kind: 'proxy' as const, url: 'http://127.0.0.1:1' } }, { environment: 'staging' as const },
  ]) {
    const refusal = await desk.refused('profiles.save', { id, draft: { ...draft, ...change } })
    expect(refusal, JSON.stringify(change)).toEqual(notConfirmed)
  }
  expect(questions).toHaveLength(4)
  expect(questions[0]!.details.join('\n')).toMatch(/base URL: https:\/\/\S+ → https:\/\/evil\.example/)
  expect(await draftOf(desk, id)).toEqual(draft)
})

it('cannot answer for its person whether the merchant stays the same, which decides what prevents a second charge', async () => {
  const { desk, id, questions } = await attacked()
  const draft = await draftOf(desk, id)
  const change = { id, draft: { ...draft, login: 'evil' } }
  for (const sameMerchant of [true, false]) {
    expect(await desk.refused('profiles.save', { ...change, openOutcomes: { reason: 'moved', sameMerchant } })).toEqual(notConfirmed)
  }
  expect(questions.map(({ details }) => details.find((line) => line.includes('second charge')))).toEqual([
    expect.stringContaining('still prevents a second charge'), expect.stringContaining('no longer prevents a second charge'),
  ])
})

it('cannot send anything to its own address with a staging profile either', async () => {
  const { desk, id, questions } = await attacked({ environment: 'staging' })
  const draft = await draftOf(desk, id)
  const evil = { kind: 'address' as const, baseUrl: 'https://evil.example' }
  for (const change of [{ gateway: evil }, { route: { kind: 'proxy' as const, url: 'http://127.0.0.1:1' } }]) {
    expect(await desk.refused('profiles.save', { id, draft: { ...draft, ...change } })).toEqual(notConfirmed)
  }
  expect(await desk.refused('profiles.save', { id: null, draft: { ...draft, name: 'Another', gateway: evil } })).toEqual(notConfirmed)
  expect(questions.map(({ question }) => question)).toEqual([
    'Change where the staging profile Acme Shop sends its requests?', 'Change where the staging profile Acme Shop sends its requests?',
    'Send requests of the staging profile Another to this address?',
  ])
  expect(questions[0]!.details.join('\n')).toMatch(/base URL: https:\/\/\S+ → https:\/\/evil\.example/)
  expect(questions[2]!.details.join('\n')).toContain('https://evil.example')
  expect(await draftOf(desk, id)).toEqual(draft)
  await desk.call('profiles.save', { id, draft: { ...draft, name: 'Acme Shop 2' } })
  expect(questions).toHaveLength(3)
})

it('still causes the box if it was turned on after a review', async () => {
  const { desk, id, questions, allow } = await attacked()
  const draft = await draftOf(desk, id)
  allow(true)
  await desk.call('profiles.save', { id, draft: { ...draft, outsideConfirmation: 'off' } })
  const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId: id })
  // Stricter settings need no box.
  questions.length = 0
  await desk.call('profiles.save', { id, draft })
  expect(questions).toEqual([])
  allow(false)
  expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual(notConfirmed)
  expect(questions).toHaveLength(1)
  expect(desk.ordersInLedger()).toEqual([])
})

it('still causes the box if it was turned off after a review', async () => {
  const { desk, id, questions, allow } = await attacked()
  const draft = await draftOf(desk, id)
  const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId: id })
  allow(true)
  await desk.call('profiles.save', { id, draft: { ...draft, outsideConfirmation: 'off', stepUp: 'off' } })
  allow(false)
  questions.length = 0
  await desk.clock.pass(6 * minute)
  expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'proof-needed' })
  await desk.call('access.prove', { passphrase })
  expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual(notConfirmed)
  expect(questions).toHaveLength(1)
})

it('cannot give anybody its own passphrase, even without a production profile', async () => {
  const { desk, questions } = await attacked({ environment: 'staging' })
  const thief = { id: desk.administrator.id, name: 'Ada Administrator', role: 'administrator', passphrase: 'thief chosen walnut kettle' } as const
  await desk.clock.pass(6 * minute)
  expect(await desk.refused('access.savePerson', thief)).toEqual({ code: 'proof-needed' })
  await desk.call('access.prove', { passphrase })
  expect(await desk.refused('access.savePerson', thief)).toEqual(notConfirmed)
  expect(questions).toHaveLength(1)
  await desk.call('access.lock', null)
  await desk.unlock()
})

it('cannot act under the name of another person', async () => {
  const { desk, questions } = await attacked()
  const { id } = desk.administrator
  expect(await desk.refused('access.savePerson', { id, name: 'Otto Operator', role: 'administrator', passphrase: null })).toEqual(notConfirmed)
  expect(questions[0]!.details).toContain('Name: Ada Administrator → Otto Operator')
  expect((await desk.call('access.persons', null)).map(({ name }) => name)).toEqual(['Ada Administrator'])
})

it('cannot delete, erase, restore or give up anything of the history', async () => {
  const { desk, questions } = await attacked()
  const { fileName } = await desk.call('maintenance.backUp', null)
  for (const act of [
    () => desk.refused('maintenance.deleteOlder', { months: 12, entries: 0 }), () => desk.refused('maintenance.restore', { fileName }),
    () => desk.refused('maintenance.giveUp', { fileName: null }), () => desk.refused('maintenance.eraseCustomer', erasing),
  ]) expect(await act()).toEqual(notConfirmed)
  expect(questions.at(-1)).toMatchObject({ question: 'Erase the content of one customer?', action: 'Erase content' })
  expect(questions.at(-1)!.details).toEqual(expect.arrayContaining([
    'Chosen by e-mail address: ada@example.com', 'Profile: all', 'Entries that lose their content: 12',
    'Entries that stay, as an outcome is open or a batch has not ended: 2', 'Reason: asked by letter',
  ]))
  await desk.clock.pass(6 * minute)
  expect(await desk.refused('maintenance.deleteOlder', { months: 12, entries: 0 })).toEqual({ code: 'proof-needed' })
  expect(await desk.refused('maintenance.eraseCustomer', erasing)).toEqual({ code: 'proof-needed' })
})

it('is refused a change that does not fit into a box and could not be read there', async () => {
  const { desk, id, questions } = await attacked()
  const draft = await draftOf(desk, id)
  const entryPoints = Array.from({ length: 200 }, (_, index) => ({ kind: 'group' as const, id: `group-${index}-${'x'.repeat(40)}` }))
  expect(await desk.refused('profiles.save', { id, draft: { ...draft, entryPoints } })).toEqual({ code: 'question-too-long' })
  expect(questions).toEqual([])
})
