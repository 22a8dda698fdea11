import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { KeyId } from '#shared/brands.ts'
import {
  controlSecret, createDesk, failure, merchant, otherPassphrase, passphrase, profile, protectedDesk, value,
} from './support.ts'

describe('a protected desk', () => {
  test('returns vault-locked for every call that needs an entry, until it is unlocked', async () => {
    const desk = await protectedDesk()
    const port = desk.start()
    const locked = { code: 'vault-locked' }
    expect(await failure(port.describe())).toEqual(locked)
    expect(await failure(port.listKeys())).toEqual(locked)
    expect(await failure(port.hasSecret(profile))).toEqual(locked)
    expect(await failure(port.control({ ...profile, textBeforeSecret: 'a' }))).toEqual(locked)
    expect(await failure(port.storeSecret({ ...profile, secret: 'x', keep: 'keychain' }))).toEqual(locked)
    expect(await failure(port.signProfile({ content: 'a', number: 1 }))).toEqual(locked)
    expect(await failure(port.journalEnd())).toEqual(locked)
    expect(await failure(port.provePassphrase({ passphrase }))).toEqual(locked)
    expect(await value(port.protection())).toEqual({ kind: 'set-up', persons: [desk.administrator], retryInMs: 0 })

    expect(await value(port.unlockWithPassphrase({ personId: desk.administrator.id, passphrase })))
      .toEqual(desk.administrator)
    expect(await value(port.control({ ...profile, textBeforeSecret: 'a' })))
      .toBe(createHash('sha1').update(`a${controlSecret}`).digest('hex'))
    expect(await value(port.listKeys())).toMatchObject([{ id: desk.keyId }])
    expect(await value(port.signRsaSha256({
      keyId: desk.keyId as KeyId, environment: 'staging', merchant, baseString: 'POST&x',
    }))).toMatch(/=$/)
    await value(port.provePassphrase({ passphrase }))
  })

  test('opens with a changed passphrase, but not with the one before', async () => {
    const desk = await protectedDesk()
    const port = desk.start()
    const { id: personId } = desk.administrator
    await value(port.unlockWithPassphrase({ personId, passphrase }))
    expect(await failure(port.changePassphrase({ current: 'wrong', next: otherPassphrase })))
      .toMatchObject({ code: 'passphrase-refused', why: 'wrong' })
    desk.clock.monotonic += 60_000
    await value(port.changePassphrase({ current: passphrase, next: otherPassphrase }))
    const next = desk.start()
    expect(await failure(next.unlockWithPassphrase({ personId, passphrase }))).toMatchObject({ why: 'wrong' })
    desk.clock.wall += 60_000
    expect(await value(desk.start().unlockWithPassphrase({ personId, passphrase: otherPassphrase })))
      .toEqual(desk.administrator)
  })

  test('refuses a passphrase that is easy to guess, and a second set-up', async () => {
    const desk = createDesk()
    expect(await failure(desk.start().setUpProtection({ name: 'Ada', passphrase: 'password1234' })))
      .toMatchObject({ code: 'passphrase-weak' })
    expect(await value(desk.start().protection())).toEqual({ kind: 'none' })
    await value(desk.start().setUpProtection({ name: 'Ada', passphrase }))
    expect(await failure(desk.start().setUpProtection({ name: 'Bea', passphrase }))).toMatchObject({ code: 'keychain-doubtful' })
  })
})
