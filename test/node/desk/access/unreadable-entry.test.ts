/** Keychain entries that cannot be read or are damaged: none of them stops the desk permanently. */
import { afterEach, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { failed } from '#shared/result.ts'
import { sent } from '../../../support/fixtures/settings.ts'
import { charge, chargeForm, closeAll } from '../support.ts'
import { openAgain, openProtected, type ProtectedDesk } from './support.ts'

afterEach(closeAll)

const entry = 'newest'
const chosen = { ...defaultSettings, lockAfterMinutes: 3 }

const warningsOf = async (desk: ProtectedDesk) => (await desk.call('profiles.list', null)).warnings

async function blockOf(desk: ProtectedDesk, id: ProfileId) {
  return (await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)!.blocked
}

/** Starts again with a damaged entry. */
async function withDamaged(desk: ProtectedDesk, name: string): Promise<ProtectedDesk> {
  await desk.call('access.lock', null)
  await desk.end()
  await desk.keychain.set(name, Buffer.from([1, 2, 3]))
  const again = await openAgain(desk)
  await again.unlock()
  return again
}

it('settings that cannot be checked are not used, as every screen shows until the next unlock', async () => {
  const desk = await openProtected()
  await desk.call('settings.save', sent(chosen))
  await desk.call('access.lock', null)
  const get = desk.keychain.get.bind(desk.keychain)
  desk.keychain.get = async (name) =>
    name === entry ? failed({ code: 'keychain-locked', detail: 'The keychain is locked.' } as const) : await get(name)
  await desk.unlock()
  expect(await desk.call('settings.read', null)).toEqual(defaultSettings)
  expect(await warningsOf(desk)).toEqual([expect.stringContaining('could not be checked')])
  desk.keychain.get = get
  await desk.call('access.lock', null)
  await desk.unlock()
  expect(await desk.call('settings.read', null)).toEqual(chosen)
  expect(await warningsOf(desk)).toEqual([])
})

it('a damaged entry counts as lost: everything is confirmed again, and the desk continues', async () => {
  const desk = await openProtected()
  const id = await desk.addProfile('staging', 'Acme')
  await desk.call('settings.save', sent(chosen))
  const again = await withDamaged(desk, entry)
  expect(await warningsOf(again)).toEqual([expect.stringContaining('older than the ones saved last')])
  expect(await blockOf(again, id)).toEqual({ kind: 'not-confirmed', reason: 'older' })
  await again.call('settings.save', sent(chosen))
  await again.call('profiles.confirm', { id })
  expect(await blockOf(again, id)).toBe(null)
  expect(await again.call('settings.read', null)).toEqual(chosen)
})

it('a damaged record of the history counts as lost: payments continue after an administrator’s decision', async () => {
  const desk = await openProtected()
  const id = await desk.addProfile('staging', 'Acme')
  const again = await withDamaged(desk, 'history-record')
  const form = { ...chargeForm(again), profileId: id }
  expect(await again.refused('payments.review', form)).toEqual({ code: 'history-behind', why: 'no-record' })
  expect(await again.call('historyTrust.describe', null)).toEqual({ kind: 'behind', why: 'no-record' })
  await again.call('historyTrust.goOn', { reason: 'the keychain lost it' })
  await again.call('payments.review', form)
})

it('a damaged end of the history counts as lost: the desk can be unlocked, and it is written again', async () => {
  const desk = await openProtected()
  const id = await desk.addProfile('staging', 'Acme')
  const again = await withDamaged(desk, 'journal-end')
  await again.call('payments.review', { ...chargeForm(again), profileId: id })
  await again.call('access.lock', null)
  const kept = await again.keychain.get('journal-end')
  expect(kept.ok ? kept.value?.length : null).toBeGreaterThan(50)
  await again.unlock()
})

it('a damaged control secret stops only its own profile, until it is entered again', async () => {
  const desk = await openProtected()
  const id = await desk.addProfile('staging', 'Acme')
  const other = await desk.addProfile('staging', 'Other')
  const again = await withDamaged(desk, `secret-${id}`)
  const { entryId } = await charge(again)
  const note = (text: string) => ({ entryId, text, tags: [], followUp: null })
  await again.call('notes.addToPayment', note('called the customer'))
  await again.call('inspector.diagnose', {
    runId: 'a'.repeat(32), text: `login=shop&client_orderid=1&orderid=2&control=${'b'.repeat(40)}`, profileId: other,
    isChosen: true, operation: 'status', entryPoint: null,
  })
  expect((await again.call('keys.lives', null)).secrets.map(({ profileId }) => profileId)).toEqual([other])
  const form = { ...chargeForm(again), profileId: id }
  const { intentId } = await again.call('payments.review', form)
  expect(await again.refused('payments.submit', { intentId, reason: null, acceptUnverifiedCard: true }))
    .toMatchObject({ code: 'keychain-doubtful', detail: expect.stringMatching(/Enter the control secret again/) })

  await again.call('profiles.storeSecret', { id, secret: 'entered-once-more' })
  expect(await again.refused('notes.addToPayment', note('entered-once-more'))).toEqual({ code: 'note-holds-secret' })
})
