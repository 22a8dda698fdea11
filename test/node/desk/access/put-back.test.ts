/** Signed files that are restored, removed or edited: only the newest version is accepted. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { sent } from '../../../support/fixtures/settings.ts'
import type { OutsideQuestion } from '../../../../electron/desk/services.ts'
import { chargeForm, closeAll } from '../support.ts'
import { asOperator, minute, openAgain, openProtected, operatorPassphrase, type ProtectedDesk } from './support.ts'
import { unlimited } from '../../../support/fixtures/limits.ts'

afterEach(closeAll)

const entry = 'newest'

/** The files of a desk with the signed content, and the vault's entry, to be restored one at a time. */
async function kept(desk: ProtectedDesk) {
  const textOf = (name: string) => readFileSync(join(desk.folder, name), 'utf8')
  const files = { profiles: textOf('profiles.json'), settings: textOf('settings.json'), newest: textOf('newest.json') }
  const found = await desk.keychain.get(entry)
  const digest = found.ok && found.value !== null ? Buffer.from(found.value) : null
  return {
    put(...names: (keyof typeof files)[]) {
      for (const name of names) writeFileSync(join(desk.folder, `${name}.json`), files[name])
    },
    async putVault() { if (digest !== null) await desk.keychain.set(entry, Buffer.from(digest)) },
  }
}

const limits = (charge: string) => [{ currency: 'USD', ...unlimited, charge, refund: charge, payout: charge }] as never

async function viewOf(desk: ProtectedDesk, id: ProfileId) {
  const { profiles } = await desk.call('profiles.list', null)
  return profiles.find(({ profile }) => profile.id === id)
}

async function draftOf(desk: ProtectedDesk, id: ProfileId) {
  const { id: _id, ...draft } = (await viewOf(desk, id))!.profile
  return draft
}

/** A desk whose staging profile had a high limit and then a low one; `then` has the files of the first moment. */
async function lowered(options: Parameters<typeof openProtected>[0] = {}) {
  const desk = await openProtected(options)
  const id = await desk.addProfile('staging', 'Acme')
  const draft = await draftOf(desk, id)
  await desk.call('profiles.save', { id, draft: { ...draft, limits: limits('10000000') } })
  const then = await kept(desk)
  await desk.call('profiles.save', { id, draft: { ...draft, limits: limits('100') } })
  return { desk, id, then }
}

async function restarted(desk: ProtectedDesk, change: () => void | Promise<void>): Promise<ProtectedDesk> {
  await desk.end()
  await change()
  const again = await openAgain(desk)
  await again.unlock()
  return again
}

const older = { kind: 'not-confirmed', reason: 'older' }

describe('an older file of profiles', () => {
  it('raises no limit: nothing is sent with it, by an operator either, until an administrator confirms it', async () => {
    const { desk, id, then } = await lowered()
    const otto = await asOperator(desk)
    await desk.end()
    then.put('profiles')
    const again = await openAgain(desk)
    await again.unlock(otto, operatorPassphrase)
    expect((await viewOf(again, id))!.blocked).toEqual(older)
    expect(await again.refused('payments.review', { ...chargeForm(again, { amount: '5000.00' }), profileId: id }))
      .toEqual({ code: 'profile-not-confirmed' })
    expect(await again.refused('profiles.confirm', { id })).toEqual({ code: 'administrator-needed' })
    await again.call('access.lock', null)
    await again.unlock()
    await again.call('profiles.confirm', { id })
    expect((await viewOf(again, id))!.blocked).toBe(null)
    expect((await again.trail()).map(({ action, detail }) => `${action}: ${detail}`).join('\n'))
      .toMatch(/profile-confirmed: older than the one saved last/)
  })

  it('is not accepted with the list of that time, nor without one', async () => {
    const { desk, id, then } = await lowered()
    const again = await restarted(desk, () => { then.put('profiles', 'newest') })
    expect((await viewOf(again, id))!.blocked).toEqual(older)
    const third = await restarted(again, () => { rmSync(join(desk.folder, 'newest.json')) })
    expect((await viewOf(third, id))!.blocked).toEqual(older)
  })

  it('is not accepted even if the vault’s entry was deleted with the list', async () => {
    const { desk, id, then } = await lowered()
    const again = await restarted(desk, async () => {
      then.put('profiles')
      rmSync(join(desk.folder, 'newest.json'))
      await desk.keychain.delete(entry)
    })
    expect((await viewOf(again, id))!.blocked).toEqual(older)
  })

  it('is not accepted either if the clock was a day ahead when the list began, and was corrected since', async () => {
    const ahead = { system: { now: () => Date.now() + 24 * 60 * minute } }
    const { desk, id, then } = await lowered(ahead)
    const again = await restarted(desk, async () => {
      then.put('profiles')
      rmSync(join(desk.folder, 'newest.json'))
      await desk.keychain.delete(entry)
    })
    expect((await viewOf(again, id))!.blocked).toEqual(older)
  })

  it('cannot get a newer number by hand', async () => {
    const { desk, id, then } = await lowered()
    const again = await restarted(desk, () => {
      then.put('profiles')
      const path = join(desk.folder, 'profiles.json')
      const file = JSON.parse(readFileSync(path, 'utf8')) as { confirmations: Record<string, { number: number }> }
      file.confirmations[id]!.number += 5
      writeFileSync(path, JSON.stringify(file))
    })
    expect((await viewOf(again, id))!.blocked).toEqual({ kind: 'not-confirmed', reason: 'changed' })
  })

  it('restores no removed profile', async () => {
    const { desk, id, then } = await lowered()
    await desk.call('profiles.remove', { id })
    const again = await restarted(desk, () => { then.put('profiles') })
    expect((await viewOf(again, id))!.blocked).toEqual(older)
  })
})

describe('a removed list', () => {
  const takeAway = async (desk: ProtectedDesk, ...files: string[]) => {
    for (const name of ['newest', ...files]) rmSync(join(desk.folder, `${name}.json`))
    await desk.keychain.delete(entry)
  }

  it('restores no removed profile, even if its file is restored after the next list was started', async () => {
    const { desk, id, then } = await lowered()
    await desk.call('profiles.remove', { id })
    const again = await restarted(desk, () => takeAway(desk))
    await again.call('settings.save', sent(defaultSettings))
    const third = await restarted(again, () => { then.put('profiles') })
    expect((await viewOf(third, id))!.blocked).toEqual(older)
  })

  it('does not make older files the newest', async () => {
    const desk = await openProtected()
    const id = await desk.addProfile('staging', 'Acme')
    await desk.call('settings.save', sent({ ...defaultSettings, lockAfterMinutes: 15 }))
    const then = await kept(desk)
    const again = await restarted(desk, () => takeAway(desk, 'profiles', 'settings'))
    await again.call('settings.save', sent(defaultSettings))
    const third = await restarted(again, () => { then.put('profiles', 'settings') })
    expect((await viewOf(third, id))!.blocked).toEqual(older)
    expect(await third.call('settings.read', null)).toEqual(defaultSettings)
  })

  it('still reports the missing profiles, as far as its file has them', async () => {
    const { desk } = await lowered()
    const again = await restarted(desk, async () => {
      rmSync(join(desk.folder, 'profiles.json'))
      await desk.keychain.delete(entry)
    })
    expect((await again.call('profiles.list', null)).missing).toEqual(['Acme'])
  })
})

describe('a profile that was removed from its file', () => {
  it('is reported until an administrator confirms its removal, and counts as older if it is restored', async () => {
    const { desk, id } = await lowered()
    const path = join(desk.folder, 'profiles.json')
    const copy = join(desk.folder, 'copy.json')
    const again = await restarted(desk, () => {
      copyFileSync(path, copy)
      const file = JSON.parse(readFileSync(path, 'utf8')) as { profiles: { id: string }[]; confirmations: Record<string, unknown> }
      delete file.confirmations[id]
      writeFileSync(path, JSON.stringify({ ...file, profiles: file.profiles.filter((profile) => profile.id !== id) }))
    })
    expect((await again.call('profiles.list', null)).missing).toEqual(['Acme'])
    await again.call('profiles.acceptMissing', null)
    expect((await again.call('profiles.list', null)).missing).toEqual([])
    const third = await restarted(again, () => { copyFileSync(copy, path) })
    expect((await viewOf(third, id))!.blocked).toEqual(older)
  })
})

describe('older settings', () => {
  it('are not used: the defaults are, as shown in the window and the audit trail', async () => {
    const { desk } = await lowered()
    await desk.call('settings.save', sent({ ...defaultSettings, lockAfterMinutes: 15, contentProtection: false }))
    const then = await kept(desk)
    await desk.call('settings.save', sent({ ...defaultSettings, lockAfterMinutes: 1 }))
    const again = await restarted(desk, () => { then.put('settings') })
    expect(await again.call('settings.read', null)).toEqual(defaultSettings)
    expect((await again.call('profiles.list', null)).warnings).toEqual([expect.stringContaining('older than the ones saved last')])
    expect((await again.trail()).map(({ action }) => action)).toContain('settings-not-confirmed')
    await again.call('settings.save', sent({ ...defaultSettings, lockAfterMinutes: 2 }))
    const third = await restarted(again, () => undefined)
    expect((await third.call('settings.read', null)).lockAfterMinutes).toBe(2)
  })

  it('cannot be loosened without a box while the production profile is missing from its file, or edited there', async () => {
    const desk = await openProtected()
    const id = await desk.addProfile('production', 'Acme')
    const profiles = readFileSync(join(desk.folder, 'profiles.json'), 'utf8')
    const looser = sent({ ...defaultSettings, lockAfterMinutes: 15, contentProtection: false })
    const path = join(desk.folder, 'profiles.json')
    for (const hide of [() => rmSync(path), () => writeFileSync(path, profiles.replace('"environment": "production"', '"environment": "staging"'))]) {
      await desk.end()
      hide()
      const again = await openAgain(desk, { asksEveryBox: true })
      await again.unlock()
      expect(await again.refused('settings.save', looser)).toEqual({ code: 'not-confirmed-outside' })
      await again.clock.pass(6 * minute)
      expect(await again.refused('settings.save', looser)).toEqual({ code: 'proof-needed' })
      expect(await again.refused('profiles.confirm', { id })).toEqual({ code: 'proof-needed' })
      await again.end()
      writeFileSync(path, profiles)
    }
  })

  it('are replaced only after an administrator’s confirmation in a message box, which lists every setting', async () => {
    const { desk } = await lowered()
    const then = await kept(desk)
    await desk.call('settings.save', sent({ ...defaultSettings, notFoundAfterMinutes: 10_000 }))
    await desk.end()
    then.put('settings')
    const questions: OutsideQuestion[] = []
    let answer = false
    const again = await openAgain(desk, { asksEveryBox: true, system: { confirm: async (question) => {
      questions.push(question)
      return answer
    } } })
    await again.unlock()
    expect(await again.refused('settings.save', sent(defaultSettings))).toEqual({ code: 'not-confirmed-outside' })
    expect((await again.call('profiles.list', null)).warnings).toHaveLength(1)
    answer = true
    await again.call('settings.save', sent(defaultSettings))
    expect(questions[1]!.details).toEqual(expect.arrayContaining(['"not found" counts after: 120 minutes', 'audit file: (none)']))
    expect((await again.call('profiles.list', null)).warnings).toEqual([])
    expect((await again.trail()).find(({ action }) => action === 'settings-changed')?.detail).toMatch(/^in the place of settings that were/)
  })
})

describe('an application that was killed', () => {
  it.each([
    ['before the list was written', async (then: Awaited<ReturnType<typeof kept>>) => { then.put('newest'); await then.putVault() }],
    ['before the vault was called', async (then: Awaited<ReturnType<typeof kept>>) => { await then.putVault() }],
  ])('%s has its newest profile and settings at the next start, and continues from there', async (_when, kill) => {
    const desk = await openProtected()
    const id = await desk.addProfile('staging', 'Acme')
    const draft = await draftOf(desk, id)
    const then = await kept(desk)
    await desk.call('profiles.save', { id, draft: { ...draft, limits: limits('100') } })
    const later = await kept(desk)
    const again = await restarted(desk, () => kill(then))
    expect((await viewOf(again, id))!.blocked).toBe(null)
    // The restored version is the newest from then on.
    await again.call('profiles.save', { id, draft: { ...draft, limits: limits('50') } })
    const third = await restarted(again, () => { later.put('profiles') })
    expect((await viewOf(third, id))!.blocked).toEqual(older)
  })
})

it('a limit that was edited in the file is compared as money, in the decimals of its currency', async () => {
  const desk = await openProtected()
  const id = await desk.addProfile('staging', 'Acme')
  const of = (currency: string, charge: string) => ({ currency, ...unlimited, charge })
  await desk.call('profiles.save', {
    id, draft: { ...await draftOf(desk, id), limits: [of('USD', '100000'), of('JPY', '1000'), of('KWD', '1500')] as never },
  })
  const path = join(desk.folder, 'profiles.json')
  const again = await restarted(desk, () => {
    writeFileSync(path, readFileSync(path, 'utf8').replace('"charge": "100000"', '"charge": "90000000"')
      .replace('"charge": "1000"', '"charge": "9000"').replace('"charge": "1500"', '"charge": null'))
  })
  expect(await again.call('profiles.differences', { id })).toEqual([
    { path: 'limits.JPY.charge', before: '1,000 JPY', after: '9,000 JPY' },
    { path: 'limits.KWD.charge', before: '1.500 KWD', after: 'unlimited' },
    { path: 'limits.USD.charge', before: '1,000.00 USD', after: '900,000.00 USD' },
  ])
})
