/** The lock after its files or keychain entries were changed or cannot be read. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { failed } from '#shared/result.ts'
import { sent } from '../../../support/fixtures/settings.ts'
import { closeAll, open } from '../support.ts'
import { asOperator, memoryVault, minute, openAgain, openProtected, type ProtectedDesk } from './support.ts'

afterEach(closeAll)

const chosen = { ...defaultSettings, lockAfterMinutes: 3, notFoundAfterMinutes: 60 }
const fileOf = (desk: ProtectedDesk): string => join(desk.folder, 'settings.json')

/** Changes the file as another program would, and starts again. */
async function restartedWith(desk: ProtectedDesk, changes: object): Promise<ProtectedDesk> {
  await desk.end()
  const file = JSON.parse(readFileSync(fileOf(desk), 'utf8')) as object
  writeFileSync(fileOf(desk), JSON.stringify({ ...file, ...changes }))
  const again = await openAgain(desk)
  await again.unlock()
  return again
}

describe('settings of a protected desk', () => {
  it('are used after a restart as saved by an administrator', async () => {
    const desk = await openProtected()
    await desk.call('settings.save', sent(chosen))
    const again = await restartedWith(desk, {})
    expect(await again.call('settings.read', null)).toEqual(chosen)
    expect((await again.call('profiles.list', null)).warnings).toEqual([])
    await again.clock.pass(3 * minute)
    await expect.poll(async () => (await again.call('access.describe', null)).state).toBe('locked')
  })

  it.each([
    ['a longer time before it locks', { lockAfterMinutes: 15 }],
    ['another audit file', { auditFile: '/tmp/elsewhere.ndjson' }],
    ['a removed signature', { lockAfterMinutes: 15, confirmation: null }],
    ['a signature over something else', { confirmation: { content: '{}', keyId: 'k', signature: 'AAAA' } }],
  ])('that were changed outside (%s) are not used, as shown in the window and the audit trail', async (_what, changes) => {
    const desk = await openProtected()
    await desk.call('settings.save', sent({ ...chosen, lockAfterMinutes: 3 }))
    const again = await restartedWith(desk, changes)
    expect(await again.call('settings.read', null)).toEqual(defaultSettings)
    expect((await again.call('profiles.list', null)).warnings).toEqual([expect.stringContaining('changed outside')])
    expect((await again.trail()).map(({ action }) => action)).toContain('settings-not-confirmed')
    await again.call('settings.save', sent(chosen))
    expect((await again.call('profiles.list', null)).warnings).toEqual([])
    expect(await again.call('settings.read', null)).toEqual(chosen)
  })

  it('are not saved by an operator, and the name in them is not used', async () => {
    const desk = await openProtected()
    await desk.call('settings.save', sent({ ...chosen, operatorName: 'Somebody Else' }))
    await asOperator(desk)
    expect(await desk.refused('settings.save', sent(defaultSettings))).toEqual({ code: 'administrator-needed' })
    await desk.call('access.lock', null)
    expect((await readTrail(desk)).map(({ name }) => name)).not.toContain('Somebody Else')
  })
})

async function readTrail(desk: ProtectedDesk) {
  await desk.unlock()
  return await desk.trail()
}

describe('a keychain that cannot be read at the start', () => {
  const silent = (keychain: ProtectedDesk['keychain']) => {
    let answers = false
    const vault = memoryVault(keychain)
    return {
      answer: () => { answers = true },
      vault: new Proxy(vault, {
        get: (target, name) => answers || name === 'lock' || name === 'unlock'
          ? Reflect.get(target, name) as unknown
          : async () => failed({ code: 'keychain-locked' }),
      }),
    }
  }

  it('keeps a protected desk locked, which can be unlocked once the keychain responds', async () => {
    const desk = await openProtected()
    await desk.end()
    const { answer, vault } = silent(desk.keychain)
    const again = await open({ folder: desk.folder, ownVault: vault })
    expect(await again.call('access.describe', null)).toEqual({ state: 'failed', failure: { code: 'keychain-locked' } })
    expect(await again.refused('history.choices', null)).toEqual({ code: 'desk-locked' })
    answer()
    expect(await again.call('access.unlock', { proof: null })).toMatchObject({ state: 'locked', persons: [{ name: 'Ada Administrator' }] })
  })

  it('locks the desk as soon as it responds, if changed files had shown the desk as unprotected', async () => {
    const desk = await openProtected()
    await desk.end()
    rmSync(fileOf(desk))
    const { answer, vault } = silent(desk.keychain)
    const again = await open({ folder: desk.folder, ownVault: vault })
    expect(await again.call('access.describe', null)).toMatchObject({ state: 'unprotected' })
    answer()
    const draft = { ...(await again.call('profiles.list', null)).profiles[0]!.profile, environment: 'staging' as const }
    expect(await again.refused('profiles.save', { id: null, draft })).toEqual({ code: 'desk-locked' })
    expect(await again.call('access.describe', null)).toMatchObject({ state: 'locked' })
  })
})
