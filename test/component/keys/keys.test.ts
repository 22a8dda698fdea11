import { expect, it } from 'vitest'
import type { KeyId, ProfileId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { failed, success } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import KeysView from '../../../renderer/features/keys/KeysView.vue'
import { done, fakeMain } from '../support/bridge.ts'
import { aKey, aList, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, flushPromises, openMenu, show, type, words } from '../support/mount.ts'
import { text, textPattern } from '../../support/texts.ts'

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const live = aProfile({ id: 'profile-2' as ProfileId, name: 'Acme live', environment: 'production', keyId: null }, { key: null })

async function start(answers: Parameters<typeof fakeMain>[0] = {}, keys: KeyDescription[] = [aKey()]) {
  const main = fakeMain({
    'keys.list': () => success(keys), 'profiles.list': () => success(aList(aProfile(), live)), ...answers,
  })
  show(KeysView)
  await useSession().loadProfiles()
  await flushPromises()
  return main
}

it('lists a key with all its public data', async () => {
  await start()
  const card = words(document.querySelector('article')!)
  for (const fact of ['Acme staging', 'Staging', '4096 bits', 'ab'.repeat(32), 'Acme Shop (acme-shop)', text('keys.keptKeychain')]) {
    expect(card).toContain(fact)
  }
})

it('shows the full warning if a login already has a key, and only then', async () => {
  const warning = text('keys.secondKey')
  await start()
  await click(button(text('keys.make')))
  expect(words(dialog()!)).toContain(warning)
  expect(words(dialog()!)).toContain('acme-shop')
  await type(field('Environment', dialog()!), 'production')
  expect(words(dialog()!)).not.toContain(warning)
})

it('generates 4096 bits by default, and then shows the public key', async () => {
  const main = await start({
    'keys.generate': ({ name, environment, bits }) => success(aKey({ id: 'key-2' as KeyId, name, environment, bits })),
  })
  await click(button(text('keys.make')))
  await type(field('Name', dialog()!), ' Acme 2027 ')
  await click(button(text('keys.generateAction'), dialog()!))
  expect(main.inputsOf('keys.generate')).toMatchObject([{ name: 'Acme 2027', environment: 'staging', bits: 4096 }])
  expect(dialog()).toBeNull()
  expect(words()).toMatch(textPattern('keys.made', { name: 'Acme 2027' }))
})

it('requires a name before a key is generated', async () => {
  const main = await start()
  await click(button(text('keys.make')))
  await click(button(text('keys.generateAction'), dialog()!))
  expect(descriptionOf(field('Name', dialog()!))).toBe(text('keys.nameMissing'))
  expect(main.inputsOf('keys.generate')).toEqual([])
})

it('discards on cancel: calls main, and a late result changes nothing', async () => {
  let answerLate: (answer: CallAnswer<'keys.generate'>) => void = () => undefined
  const main = await start({
    'keys.generate': () => new Promise((resolve) => { answerLate = resolve }), 'keys.cancelGeneration': done,
  })
  await click(button(text('keys.make')))
  await type(field('Name', dialog()!), 'Never')
  await click(button(text('keys.generateAction'), dialog()!))
  expect(words(dialog()!)).toMatch(textPattern('keys.making', { bits: 4096 }))
  await click(button(text('common.cancel'), dialog()!))
  const [begun] = main.inputsOf('keys.generate')
  expect(main.inputsOf('keys.cancelGeneration')).toEqual([{ generationId: begun!.generationId }])
  expect(dialog()).toBeNull()
  answerLate(success(aKey({ name: 'Never' })))
  await flushPromises()
  expect(words()).not.toMatch(textPattern('keys.made'))
})

const pem = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nnot a key\n-----END ENCRYPTED PRIVATE KEY-----'

it('clears a pasted key and its passphrase once they are sent, whatever the result', async () => {
  const main = await start({ 'keys.importText': () => failed({ code: 'passphrase-wrong' }) })
  await click(button(text('keys.import')))
  await type(field('Name', dialog()!), 'Imported')
  await type(field(text('keys.pem'), dialog()!), pem)
  await type(field('Passphrase', dialog()!), 'open sesame')
  await click(button(text('keys.importAction'), dialog()!))
  expect(main.inputsOf('keys.importText')).toMatchObject([{ name: 'Imported', pem, passphrase: 'open sesame' }])
  expect(field(text('keys.pem'), dialog()!).value).toBe('')
  expect(field('Passphrase', dialog()!).value).toBe('')
  expect(descriptionOf(field('Passphrase', dialog()!))).toBe(text('keys.passphraseWrong'))
  expect(descriptionOf(field(text('keys.pem'), dialog()!))).toContain(text('keys.pasteAgain'))
})

it('deletes a pasted key when the dialog is closed', async () => {
  await start()
  await click(button(text('keys.import')))
  await type(field(text('keys.pem'), dialog()!), pem)
  await click(button(text('common.cancel'), dialog()!))
  await click(button(text('keys.import')))
  expect(field(text('keys.pem'), dialog()!).value).toBe('')
})

it('lets main read the file: no key text passes through the page', async () => {
  const main = await start({ 'keys.importFile': () => failed({ code: 'cancelled' }) })
  await click(button(text('keys.import')))
  await type(field('Name', dialog()!), 'From file')
  await click(button(text('keys.importChoose'), dialog()!))
  expect(main.inputsOf('keys.importFile')).toEqual([{ name: 'From file', environment: 'staging' }])
  expect(words(dialog()!)).not.toContain('cancelled')
})

it('prepares a message to support: login, profile, size, fingerprint and the public key', async () => {
  const publicPem = '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----\n'
  const main = await start({
    'keys.publicKey': () => success({ description: aKey(), pem: publicPem }), 'app.copy': done,
  })
  await click(button(text('keys.showPublic')))
  await click(button(text('keys.copyMessage'), dialog()!))
  const [copied] = main.inputsOf('app.copy')
  for (const fact of ['acme-shop', 'Acme Shop', 'Staging', '4096', 'ab'.repeat(32), publicPem]) {
    expect(copied!.text).toContain(fact)
  }
})

it('shows that the halves of a pair do not belong together', async () => {
  await start({ 'keys.prove': () => success({ belongsTogether: false }) })
  await openMenu(text('keys.more', { name: 'Acme staging' }))
  await click(button(text('keys.prove')))
  expect(words()).toContain(text('keys.notProved', { name: 'Acme staging' }))
})

const damaged = { id: 'd4c0ffee-1' as KeyId, detail: 'The entry in the keychain is damaged. Restore the keychain from a backup.' }
const damagedName = text('keys.damaged.name', { id: 'd4c0ffee' })
const lives = { 'keys.lives': () => success({ keys: [], damaged: [damaged], secrets: [], authorityEnds: [] }) }

it('shows a damaged key beside the others with the next step, its profiles, and the button to destroy it', async () => {
  const user = aProfile({ id: 'profile-3' as ProfileId, name: 'Outlet', keyId: damaged.id }, { key: null })
  const main = await start({ ...lives, 'profiles.list': () => success(aList(aProfile(), user)), 'keys.remove': done })
  expect(document.querySelectorAll('article')).toHaveLength(1)
  const notice = words([...document.querySelectorAll('[role="note"]')].find((one) => words(one).includes(damagedName)))
  expect(notice).toContain(damaged.detail)
  expect(notice).toContain(text('keys.damaged.usedBy', { profiles: 'Outlet' }))
  await click(button(text('keys.damaged.destroy', { name: damagedName })))
  expect(words(dialog()!)).toContain(text('keys.destroy.title', { name: damagedName }))
  expect(words(dialog()!)).not.toContain(text('keys.destroy.noBackup'))
  await click(button(text('keys.destroy.action'), dialog()!))
  expect(main.inputsOf('keys.remove')).toEqual([{ keyId: damaged.id }])
  expect(dialog()).toBeNull()
})

it('shows "no keys" only if there is none, not if the only one is damaged', async () => {
  await start(lives, [])
  expect(words()).toContain(text('keys.damaged.unused'))
  expect(words()).not.toContain(text('keys.emptyTitle'))
})
