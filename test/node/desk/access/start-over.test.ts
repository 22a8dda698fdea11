/** Starting over: who may do it, which data stays or is deleted, and that it gives no advantage. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startOverPhrase } from '#shared/model/history/start-over.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { failed } from '#shared/result.ts'
import type { OutsideQuestion, System } from '../../../../electron/desk/services.ts'
import type { Keychain } from '../../../../electron/vault/keychain/keychain.ts'
import { sent } from '../../../support/fixtures/settings.ts'
import { charge, chargeForm, closeAll } from '../support.ts'
import { asOperator, minute, openAgain, openProtected, operatorPassphrase, passphrase, type ProtectedDesk } from './support.ts'

afterEach(closeAll)

const request = { phrase: startOverPhrase } as const

/** A box that is answered by `answer`; its texts are recorded. */
function box(answer: () => boolean | Promise<boolean>) {
  const questions: OutsideQuestion[] = []
  const confirm: System['confirm'] = async (question) => {
    questions.push(question)
    return await answer()
  }
  return { questions, confirm }
}

const trail = async (desk: ProtectedDesk) =>
  (await desk.trail()).map(({ action, name, subject, detail }) => [action, name, subject, detail].join(' | '))

/** A desk with a charge, a staging profile and its own settings, locked at its next start. */
async function restarted(confirm: System['confirm']) {
  const first = await openProtected()
  await charge(first)
  const profileId = await first.addProfile('staging', 'Shop')
  await first.call('settings.save', sent({ ...defaultSettings, lockAfterMinutes: 3 }))
  await first.control.prepareToQuit()
  await first.end()
  return { first, profileId, desk: await openAgain(first, { system: { confirm } }) }
}

describe('a locked desk that can no longer be unlocked', () => {
  it('is started over after a confirmation outside the window: history and profiles stay, with an audit line', async () => {
    const { confirm, questions } = box(() => true)
    const { desk, profileId } = await restarted(confirm)
    expect(await desk.call('access.startOver', request)).toEqual({ state: 'unprotected', setUp: 'needed' })
    expect(questions[0]!.details).toContain('Persons who can unlock it: Ada Administrator')
    expect(desk.events.at(-1)).toEqual({ name: 'access.changed', payload: { state: 'unprotected', setUp: 'needed' } })

    expect((await desk.call('history.search', {
      text: '', states: [], operations: ['recurrent-payment'], profileId: null, before: null, limit: 10,
    })).rows).toHaveLength(1)
    expect((await desk.call('profiles.list', null)).profiles.map(({ profile }) => profile.id)).toContain(profileId)
    expect(await desk.call('keys.list', null)).toEqual([])
    expect(await trail(desk)).toContain('desk-started-over |  | Vault | Persons until then: Ada Administrator.')
    // Signed by the new key; signatures of the lost one are distinguished.
    await expect.poll(async () => {
      const verified = await desk.call('maintenance.verify', null)
      return [verified.firstBreak, verified.heads.keyLost]
    }).toEqual([null, false])
    // The desk can be used immediately, and protected again by another person.
    await charge(desk)
    expect(await desk.call('access.setUp', { name: 'Eve', passphrase: operatorPassphrase })).toMatchObject({ state: 'unlocked' })
  })

  it('moves no real money before it is protected again, its profile confirmed and its secret entered', async () => {
    const { desk, profileId } = await restarted(box(() => true).confirm)
    await desk.call('access.startOver', request)
    const form = { ...chargeForm(desk), profileId }
    expect(await desk.refused('payments.review', form)).toEqual({ code: 'protection-needed' })
    await desk.call('access.setUp', { name: 'Eve', passphrase: operatorPassphrase })
    expect(await desk.refused('payments.review', form)).toEqual({ code: 'profile-not-confirmed' })
    // No version is shown as confirmed that only a lost key has signed.
    expect((await desk.call('profiles.differences', { id: profileId })).every(({ before }) => before === null)).toBe(true)
    await desk.call('profiles.confirm', { id: profileId })
    // The key that signed the history is lost: its record of earlier payments cannot be proven.
    expect(await desk.refused('payments.review', form)).toEqual({ code: 'history-behind', why: 'key' })
    await desk.call('historyTrust.goOn', { reason: 'The passphrase was lost.' })
    const { intentId } = await desk.call('payments.review', form)
    const confirmed = { intentId, reason: 'as agreed', acceptUnverifiedCard: true }
    expect(await desk.refused('payments.submit', confirmed)).toEqual({ code: 'no-such-secret' })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('uses no earlier settings, whoever wrote their file: the next protection signs the defaults', async () => {
    const { desk } = await restarted(box(() => true).confirm)
    const path = join(desk.folder, 'settings.json')
    await desk.call('access.startOver', request)
    expect(await desk.call('settings.read', null)).toEqual(defaultSettings)
    expect((await desk.call('profiles.list', null)).warnings).toEqual([expect.stringContaining('default settings')])
    await desk.end()
    const file = JSON.parse(readFileSync(path, 'utf8')) as object
    writeFileSync(path, JSON.stringify({ ...file, lockAfterMinutes: 15, auditFile: '/tmp/elsewhere.ndjson' }))
    const again = await openAgain(desk, { system: { confirm: box(() => true).confirm } })
    expect(await again.call('settings.read', null)).toEqual(defaultSettings)
    expect((await trail(again)).filter((line) => line.startsWith('settings-not-confirmed'))).toHaveLength(2)
    await again.call('access.setUp', { name: 'Eve', passphrase: operatorPassphrase })
    expect(await again.call('settings.read', null)).toEqual(defaultSettings)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ lockAfterMinutes: 10, auditFile: null })
  })
})

describe('starting over is refused', () => {
  it('if the message box is cancelled: nothing changes, and the passphrase still opens the desk', async () => {
    const { desk } = await restarted(box(() => false).confirm)
    expect(await desk.refused('access.startOver', request)).toEqual({ code: 'not-confirmed-outside' })
    await desk.unlock()
    expect(await desk.call('settings.read', null)).toMatchObject({ lockAfterMinutes: 3 })
    expect((await trail(desk)).join()).not.toContain('desk-started-over')
  })

  it('while the desk is open, to an operator and to an administrator', async () => {
    const { confirm, questions } = box(() => true)
    const desk = await openProtected({ system: { confirm } })
    const before = questions.length
    expect(await desk.refused('access.startOver', request)).toEqual({ code: 'desk-not-locked' })
    await asOperator(desk)
    expect(await desk.refused('access.startOver', request)).toEqual({ code: 'desk-not-locked' })
    expect(questions).toHaveLength(before)
  })

  it('if a person unlocked the desk while the box was open, even if it is locked again by then', async () => {
    const standing = Promise.withResolvers<boolean>()
    const { confirm, questions } = box(() => standing.promise)
    const { desk } = await restarted(confirm)
    const refused = desk.refused('access.startOver', request)
    await expect.poll(() => questions.length).toBe(1)
    await desk.unlock()
    await desk.call('access.lock', null)
    standing.resolve(true)
    expect(await refused).toEqual({ code: 'desk-not-locked' })
    await desk.unlock()
  })

  it('if the audit line cannot be written', async () => {
    const { desk } = await restarted(box(() => true).confirm)
    await desk.endJournal()
    expect((await desk.refused('access.startOver', request)).code).toBe('journal-unwritable')
    expect(await desk.call('access.unlock', { proof: { personId: desk.administrator.id, passphrase } })).toMatchObject({ state: 'unlocked' })
  })
})

describe('starting over that was interrupted', () => {
  /** A desk whose keychain fails from the n-th removal on. */
  async function brokenOff() {
    const { desk: whole, first } = await restarted(box(() => true).confirm)
    await whole.end()
    let removals = 3
    const keychain = {
      ...first.keychain,
      delete: async (name: string) => removals-- > 0 ? await first.keychain.delete(name) : failed({ code: 'keychain-locked' } as const),
    }
    const desk = await openAgain({ ...first, keychain }, { system: { confirm: box(() => true).confirm } })
    expect(await desk.refused('access.startOver', request)).toEqual({ code: 'keychain-locked' })
    return { desk, repair: () => { removals = Infinity } }
  }

  it('accepts no passphrase any more, and is completed as soon as the keychain responds, in the same run', async () => {
    const { desk, repair } = await brokenOff()
    const proof = { personId: desk.administrator.id, passphrase }
    expect(await desk.refused('access.unlock', { proof })).toEqual({ code: 'keychain-locked' })
    expect(await desk.call('access.describe', null)).toMatchObject({ state: 'locked' })
    repair()
    expect(await desk.call('access.unlock', { proof })).toEqual({ state: 'unprotected', setUp: 'needed' })
    await charge(desk)
    await desk.clock.pass(minute)
  })

  it('by a defect of the vault leaves a locked desk, which can be started over or opened as before', async () => {
    const { desk: whole, first } = await restarted(box(() => true).confirm)
    await whole.end()
    let isBroken = true
    const keychain: Keychain = {
      ...first.keychain,
      set: async (...entry) => {
        if (isBroken) throw new Error('the vault does not work')
        return await first.keychain.set(...entry)
      },
    }
    const desk = await openAgain({ ...first, keychain }, { system: { confirm: box(() => true).confirm } })
    await expect(desk.calls['access.startOver'](request)).rejects.toThrow('does not work')
    expect(await desk.call('access.describe', null)).toMatchObject({ state: 'locked' })
    isBroken = false
    await desk.unlock()
    await desk.call('access.lock', null)
    expect(await desk.call('access.startOver', request)).toEqual({ state: 'unprotected', setUp: 'needed' })
  })

  it('by a defect after the removal is reported, and is found complete once the vault works', async () => {
    const { desk: whole, first } = await restarted(box(() => true).confirm)
    await whole.end()
    let isBroken = false
    const unlessBroken = <Value>(read: () => Value): Value => {
      if (isBroken) throw new Error('the vault does not work')
      return read()
    }
    const keychain: Keychain = {
      ...first.keychain,
      get: async (name) => await unlessBroken(() => first.keychain.get(name)),
      list: async () => await unlessBroken(() => first.keychain.list()),
      delete: async (name) => {
        const removed = await first.keychain.delete(name)
        isBroken = name === 'starting-over'
        return removed
      },
    }
    const desk = await openAgain({ ...first, keychain }, { system: { confirm: box(() => true).confirm } })
    expect(await desk.call('access.startOver', request)).toEqual({ state: 'failed', failure: { code: 'defect' } })
    isBroken = false
    expect(await desk.call('access.unlock', { proof: null })).toEqual({ state: 'unprotected', setUp: 'needed' })
    await charge(desk)
  })

  it('is completed at the next start', async () => {
    const { desk, repair } = await brokenOff()
    await desk.end()
    const failing = await openAgain(desk)
    expect(await failing.call('access.describe', null)).toEqual({ state: 'failed', failure: { code: 'keychain-locked' } })
    repair()
    expect(await failing.call('access.unlock', { proof: null })).toEqual({ state: 'unprotected', setUp: 'needed' })
    await charge(failing)
    expect((await trail(failing)).filter((line) => line.startsWith('desk-started-over'))).toHaveLength(2)
  })
})
