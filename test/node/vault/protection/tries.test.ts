import { describe, expect, test } from 'vitest'
import { createCutKeychain } from './cut-keychain.ts'
import { createDesk, failure, otherPassphrase, passphrase, value } from './support.ts'

async function desk() {
  const keychain = createCutKeychain()
  const made = createDesk(keychain)
  const port = made.start()
  const ada = await value(port.setUpProtection({ name: 'Ada Administrator', passphrase }))
  const bea = await value(port.savePerson({ id: null, name: 'Bea', role: 'operator', passphrase: otherPassphrase }))
  return { ...made, keychain, ada, bea }
}

const wrong = (retryInMs: number) => ({ code: 'passphrase-refused', why: 'wrong', retryInMs })
const tooSoon = (retryInMs: number) => ({ code: 'passphrase-refused', why: 'too-soon', retryInMs })

describe('after wrong passphrases', () => {
  test('the next one waits 1, 2, 4 … 60 s, across restarts too; an attempt that comes too soon is not counted', async () => {
    const { start, clock, ada } = await desk()
    const right = { personId: ada.id, passphrase }
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      const port = start()
      expect(await failure(port.unlockWithPassphrase({ personId: ada.id, passphrase: 'wrong' }))).toEqual(wrong(ms))
      expect(await failure(port.unlockWithPassphrase(right))).toEqual(tooSoon(ms))
      clock.wall += 400
      expect(await failure(start().unlockWithPassphrase(right))).toEqual(tooSoon(ms - 400))
      expect(await value(start().protection())).toMatchObject({ retryInMs: ms - 400 })
      clock.wall += ms - 400
    }
    await value(start().unlockWithPassphrase({ personId: ada.id, passphrase }))
    expect(await failure(start().unlockWithPassphrase({ personId: ada.id, passphrase: 'wrong' }))).toEqual(wrong(1_000))
  })

  test('an attempt counts even if the process is killed before it is checked', async () => {
    const { start, clock, keychain, ada } = await desk()
    for (const seconds of [1, 2, 4]) {
      // The count is written first; nothing after it is carried out.
      keychain.cutAt(1, 'after')
      await expect(start().unlockWithPassphrase({ personId: ada.id, passphrase })).rejects.toThrow()
      keychain.repair()
      expect(await value(start().protection())).toMatchObject({ retryInMs: seconds * 1_000 })
      clock.wall += seconds * 1_000
    }
  })

  test('many attempts at the same moment count as one', async () => {
    const { start, ada } = await desk()
    const port = start()
    const answers = await Promise.all(Array.from({ length: 20 }, () =>
      failure(port.unlockWithPassphrase({ personId: ada.id, passphrase: 'wrong' }))))
    expect(answers.filter((answer) => answer.code === 'passphrase-refused' && answer.why === 'wrong')).toHaveLength(1)
  })

  test('another person’s passphrase does not reset the count', async () => {
    const { start, clock, ada, bea } = await desk()
    for (const seconds of [1, 2, 4]) {
      expect(await failure(start().unlockWithPassphrase({ personId: ada.id, passphrase: 'wrong' }))).toEqual(wrong(seconds * 1_000))
      clock.wall += seconds * 1_000
      await value(start().unlockWithPassphrase({ personId: bea.id, passphrase: otherPassphrase }))
    }
  })

  test('a step-up counts like an unlock', async () => {
    const { start, clock, ada } = await desk()
    const port = start()
    await value(port.unlockWithPassphrase({ personId: ada.id, passphrase }))
    expect(await failure(port.provePassphrase({ passphrase: 'wrong' }))).toEqual(wrong(1_000))
    clock.monotonic += 1_000
    expect(await failure(port.changePassphrase({ current: 'wrong', next: otherPassphrase }))).toEqual(wrong(2_000))
    expect(await failure(start().unlockWithPassphrase({ personId: ada.id, passphrase }))).toEqual(tooSoon(2_000))
  })

  test('a clock that is set back makes the wait at most 60 s; one that is set forward does not shorten it in this run', async () => {
    const { start, clock, ada } = await desk()
    const port = start()
    expect(await failure(port.unlockWithPassphrase({ personId: ada.id, passphrase: 'wrong' }))).toEqual(wrong(1_000))
    clock.wall += 3_600_000
    expect(await failure(port.unlockWithPassphrase({ personId: ada.id, passphrase }))).toEqual(tooSoon(1_000))

    clock.wall -= 365 * 86_400_000
    const later = start()
    expect(await value(later.protection())).toMatchObject({ retryInMs: 1_000 })
    clock.monotonic += 1_000
    await value(later.unlockWithPassphrase({ personId: ada.id, passphrase }))
  })
})
