import { describe, expect, test } from 'vitest'
import type { Person } from '#shared/model/persons/person.ts'
import type { VaultPort } from '../../../../electron/vault/port.ts'
import { createCutKeychain, cuts, type CutKeychain } from './cut-keychain.ts'
import { createDesk, failure, otherPassphrase, passphrase, value } from './support.ts'

const third = 'marble whistle lantern'

async function desk() {
  const keychain = createCutKeychain()
  const port = createDesk(keychain).start()
  const ada = await value(port.setUpProtection({ name: 'Ada Administrator', passphrase }))
  const bea = await value(port.savePerson({ id: null, name: 'Bea', role: 'operator', passphrase: otherPassphrase }))
  return { keychain, port, ada, bea }
}

/** Unlocks after a restart and a minute later: an interrupted attempt may have been counted. */
function unlock(keychain: CutKeychain, { id }: Person, text: string) {
  const { start, clock } = createDesk(keychain)
  clock.wall += 60_000
  return start().unlockWithPassphrase({ personId: id, passphrase: text })
}

describe('the people of a desk', () => {
  test('each unlock with their own passphrase; an operator verifies signatures and cannot sign', async () => {
    const { keychain, port, bea } = await desk()
    const profile = await value(port.signProfile({ content: 'a profile', number: 1 }))
    const settings = await value(port.signSettings({ content: 'settings', number: 1 }))
    const operator = createDesk(keychain).start()
    expect(await value(operator.unlockWithPassphrase({ personId: bea.id, passphrase: otherPassphrase }))).toEqual(bea)
    expect(await value(operator.checkConfirmation({ confirmation: profile }))).toBe('valid')
    expect(await value(operator.checkSettings({ confirmation: settings }))).toBe('valid')
    expect(await value(operator.checkSettings({ confirmation: profile }))).toBe('invalid')
    expect(await value(operator.checkConfirmation({ confirmation: settings }))).toBe('invalid')
    const needed = { code: 'administrator-needed' }
    expect(await failure(operator.signProfile({ content: 'mine', number: 1 }))).toEqual(needed)
    expect(await failure(operator.signSettings({ content: 'mine', number: 1 }))).toEqual(needed)
    expect(await failure(operator.savePerson({ id: bea.id, name: 'Bea', role: 'administrator', passphrase: third })))
      .toEqual(needed)
    expect(await failure(operator.removePerson({ id: bea.id }))).toEqual(needed)
  })

  test('have no two names that read as the same, whatever is invisible in them', async () => {
    const { port, ada, bea } = await desk()
    const alike = [
      'Ada\u200b Administrator', 'Ada \u2060Administrator', 'Ada\u00ad Administrator\ufe0f', '\u202dAda Administrator\u202c',
      'Ada\n\tAdministrator', 'Ada \u200b Administrator', 'Ada\u115f Administrator',
    ]
    for (const name of alike) {
      const added = port.savePerson({ id: null, name, role: 'operator', passphrase: third })
      expect(await failure(added), JSON.stringify(name)).toEqual({ code: 'person-name-used' })
      const renamed = port.savePerson({ id: bea.id, name, role: 'operator', passphrase: null })
      expect(await failure(renamed), JSON.stringify(name)).toEqual({ code: 'person-name-used' })
    }
    expect(await value(port.savePerson({ id: ada.id, name: alike[0]!, role: 'administrator', passphrase: null }))).toMatchObject({ id: ada.id })
  })

  test('have names that differ as people read them', async () => {
    const { port, ada, bea } = await desk()
    const used = { code: 'person-name-used' }
    expect(await failure(port.savePerson({ id: null, name: ' ada  ADMINISTRATOR', role: 'operator', passphrase: third })))
      .toEqual(used)
    expect(await failure(port.savePerson({ id: bea.id, name: 'Ada administrator', role: 'operator', passphrase: null })))
      .toEqual(used)
    expect(await value(port.savePerson({ id: ada.id, name: 'ADA Administrator', role: 'administrator', passphrase: null })))
      .toEqual({ ...ada, name: 'ADA Administrator' })
  })

  test('need a new passphrase to become an administrator, but none to become an operator', async () => {
    const { keychain, port, bea } = await desk()
    expect(await failure(port.savePerson({ id: bea.id, name: 'Bea', role: 'administrator', passphrase: null })))
      .toMatchObject({ code: 'passphrase-weak' })
    await value(port.savePerson({ id: bea.id, name: 'Bea', role: 'administrator', passphrase: third }))
    const asAdministrator = createDesk(keychain).start()
    await value(asAdministrator.unlockWithPassphrase({ personId: bea.id, passphrase: third }))
    await value(asAdministrator.signProfile({ content: 'a profile', number: 1 }))
    await value(port.savePerson({ id: bea.id, name: 'Bea', role: 'operator', passphrase: null }))
    const asOperator = createDesk(keychain).start()
    await value(asOperator.unlockWithPassphrase({ personId: bea.id, passphrase: third }))
    expect(await failure(asOperator.signProfile({ content: 'a profile', number: 1 }))).toEqual({ code: 'administrator-needed' })
  })

  test('keep the last administrator', async () => {
    const { port, ada, bea } = await desk()
    const last = { code: 'last-administrator' }
    expect(await failure(port.removePerson({ id: ada.id }))).toEqual(last)
    expect(await failure(port.savePerson({ id: ada.id, name: ada.name, role: 'operator', passphrase: null }))).toEqual(last)
    await value(port.savePerson({ id: bea.id, name: 'Bea', role: 'administrator', passphrase: third }))
    await value(port.savePerson({ id: ada.id, name: ada.name, role: 'operator', passphrase: null }))
    // From that moment on, in this run too.
    expect(await failure(port.signProfile({ content: 'a profile', number: 1 }))).toEqual({ code: 'administrator-needed' })
  })

  test('have no access once removed; those who remove themselves are locked out immediately', async () => {
    const { keychain, port, ada, bea } = await desk()
    const entries = [...keychain.entries].filter(([name]) => name.includes(bea.id))
    await value(port.removePerson({ id: bea.id }))
    expect(await failure(unlock(keychain, bea, otherPassphrase))).toEqual({ code: 'no-such-person' })
    // SECURITY: restored from a copy, the entry opens nothing.
    for (const [name, bytes] of entries) keychain.entries.set(name, bytes)
    expect(await failure(unlock(keychain, bea, otherPassphrase))).toMatchObject({ code: 'keychain-doubtful' })
    await value(port.savePerson({ id: null, name: 'Cleo', role: 'administrator', passphrase: third }))
    await value(port.removePerson({ id: ada.id }))
    expect(await failure(port.describe())).toEqual({ code: 'vault-locked' })
  })

  test('are forty at most; one more is refused', async () => {
    const { port } = await desk()
    for (let number = 3; number <= 40; number += 1) {
      await value(port.savePerson({ id: null, name: `Person ${number}`, role: 'operator', passphrase: third }))
    }
    expect(await failure(port.savePerson({ id: null, name: 'One more', role: 'operator', passphrase: third })))
      .toMatchObject({ code: 'not-storable', detail: expect.stringContaining('40 persons') })
  })
})

describe('interrupted at any write', () => {
  /** Each change with the passphrases that may unlock afterwards: the one before it, or the one after it. */
  const changes: [string, (port: VaultPort, bea: Person) => Promise<unknown>, string[]][] = [
    ['a change of name', (port, { id }) => port.savePerson({ id, name: 'Beatrix', role: 'operator', passphrase: null }), [otherPassphrase]],
    ['a new passphrase', (port, { id }) => port.savePerson({ id, name: 'Bea', role: 'operator', passphrase: third }), [otherPassphrase, third]],
    ['another role', (port, { id }) => port.savePerson({ id, name: 'Bea', role: 'administrator', passphrase: third }), [otherPassphrase, third]],
    ['a new person', (port) => port.savePerson({ id: null, name: 'Cleo', role: 'operator', passphrase: third }), [otherPassphrase]],
    ['a removal of another', (port) => port.savePerson({ id: null, name: 'Cleo', role: 'operator', passphrase: third })
      .then(async (cleo) => cleo.ok && port.removePerson({ id: cleo.value.id })), [otherPassphrase]],
  ]

  test.each(changes)('%s leaves every person one passphrase that opens', async (_what, change, opening) => {
    const { keychain: whole, ada, bea } = await desk()
    const attempt = async (keychain: CutKeychain) => {
      const port = createDesk(keychain).start()
      await value(port.unlockWithPassphrase({ personId: ada.id, passphrase }))
      const before = keychain.writes()
      return { port, writes: async () => { await change(port, bea); return keychain.writes() - before } }
    }
    const count = await (await attempt(whole.copy())).writes()
    expect(count).toBeGreaterThan(1)
    for (let write = 1; write <= count; write += 1) {
      for (const cut of cuts) {
        const keychain = whole.copy()
        const { writes } = await attempt(keychain)
        keychain.cutAt(write, cut)
        await writes().catch(() => undefined)
        keychain.repair()
        expect(await value(unlock(keychain, ada, passphrase)), `${cut} at ${write}`).toEqual(ada)
        const opened = await Promise.all(opening.map(async (text) => (await unlock(keychain.copy(), bea, text)).ok))
        expect(opened, `${cut} at ${write}`).toContain(true)
        // The desk continues: the administrator can repeat it.
        const port = createDesk(keychain).start()
        await value(port.unlockWithPassphrase({ personId: ada.id, passphrase }))
        await value(port.savePerson({ id: bea.id, name: 'Bea', role: 'operator', passphrase: otherPassphrase }))
        expect(await value(unlock(keychain, bea, otherPassphrase))).toEqual(bea)
      }
    }
  })

  test('a change of passphrase leaves the old or the new one', async () => {
    const { keychain: whole, ada } = await desk()
    for (let write = 1; write <= 4; write += 1) {
      for (const cut of cuts) {
        const keychain = whole.copy()
        const port = createDesk(keychain).start()
        await value(port.unlockWithPassphrase({ personId: ada.id, passphrase }))
        keychain.cutAt(write, cut)
        await port.changePassphrase({ current: passphrase, next: third }).catch(() => undefined)
        keychain.repair()
        const tried = [passphrase, third].map((text) => unlock(keychain.copy(), ada, text))
        const opened = (await Promise.all(tried)).map(({ ok }) => ok)
        expect(opened.filter((ok) => ok), `${cut} at ${write}`).toHaveLength(1)
      }
    }
  })
})
