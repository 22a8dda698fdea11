import { afterEach, expect, it, vi } from 'vitest'
import { closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const keyNames = async (desk: TestDesk) => (await desk.call('keys.list', null)).map(({ name }) => name)

it('the built-in gateway gets a key when one is first needed, and keeps it for every request', async () => {
  const desk = await open()
  const registering = {
    profileId: desk.profileId, entryPoint: endpoint,
    values: { merchantOrderId: 'first-payment-1', orderId: '9007199254740993' },
  }
  expect((await desk.call('cards.register', { ...registering, version: 'v2' })).outcome.kind).toBe('answered')
  expect(await keyNames(desk)).toEqual([])
  const answers = await Promise.all([1, 2].map(() => desk.call('cards.register', { ...registering, version: 'v4' })))
  expect(answers.map(({ outcome }) => outcome.kind)).toEqual(['answered', 'answered'])
  expect(await keyNames(desk)).toEqual(['Sandbox, created for this run'])
  await vi.waitFor(() => {
    expect(desk.events.findLast(({ name }) => name === 'vault.changed')?.payload).toMatchObject({ keys: 1 })
  })
  const { profiles } = await desk.call('profiles.list', null)
  expect(profiles.find(({ profile }) => profile.id === desk.profileId)?.key?.name).toBe('Sandbox, created for this run')
  // It ends with the run, so that no lifecycle step is shown for it.
  expect((await desk.call('keys.lives', null)).keys).toEqual([])
})
