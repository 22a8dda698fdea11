/** The keychain's entry of the newest numbers, when it is damaged. */
import { afterEach, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { defaultSettings } from '#shared/model/settings.ts'
import { sent } from '../../../support/fixtures/settings.ts'
import { closeAll } from '../support.ts'
import { openAgain, openProtected, type ProtectedDesk } from './support.ts'

afterEach(closeAll)

const entry = 'newest'
const chosen = { ...defaultSettings, lockAfterMinutes: 3 }

const warningsOf = async (desk: ProtectedDesk) => (await desk.call('profiles.list', null)).warnings

async function blockOf(desk: ProtectedDesk, id: ProfileId) {
  return (await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)!.blocked
}

it('a damaged entry is one that was lost: everything is confirmed once more, and the desk goes on', async () => {
  const desk = await openProtected()
  const id = await desk.addProfile('staging', 'Acme')
  await desk.call('settings.save', sent(chosen))
  await desk.end()
  await desk.keychain.set(entry, Buffer.from([1, 2, 3]))
  const again = await openAgain(desk)
  await again.unlock()
  expect(await warningsOf(again)).toEqual([expect.stringContaining('older than the ones saved last')])
  expect(await blockOf(again, id)).toEqual({ kind: 'not-confirmed', reason: 'older' })
  await again.call('settings.save', sent(chosen))
  await again.call('profiles.confirm', { id })
  expect(await blockOf(again, id)).toBe(null)
  expect(await again.call('settings.read', null)).toEqual(chosen)
})
