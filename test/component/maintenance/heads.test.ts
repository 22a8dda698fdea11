import { expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import HeadsPanel from '../../../renderer/features/maintenance/HeadsPanel.vue'
import { text } from '../../support/texts.ts'
import { fakeMain, done } from '../support/bridge.ts'
import { button, click, flushPromises, show, words } from '../support/mount.ts'

const key = {
  keyId: '0123456789abcdef', createdAt: '2026-11-20T09:41:07.120Z' as UtcTime,
  publicKey: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n',
}

async function shown(answer: CallAnswer<'maintenance.headKey'>, more: Parameters<typeof fakeMain>[0] = {}) {
  const main = fakeMain({ 'maintenance.headKey': () => answer, ...more })
  show(HeadsPanel)
  await flushPromises()
  return main
}

it('shows the public key and its id, to copy and to save', async () => {
  const main = await shown(success(key), {
    'app.copy': done, 'maintenance.saveHeadKey': () => success({ fileName: 'key.pem' }),
    'maintenance.saveHeads': () => failed({ code: 'cancelled' }),
  })
  expect(words()).toContain(key.keyId)
  await click(button(text('maintenance.heads.copyKey')))
  expect(main.inputsOf('app.copy')).toEqual([{ text: key.publicKey, lasting: true }])
  await click(button(text('maintenance.heads.saveKey')))
  await click(button(text('maintenance.heads.save')))
  expect(main.called.map(({ name }) => name)).toEqual(expect.arrayContaining(['maintenance.saveHeadKey', 'maintenance.saveHeads']))
  expect(document.querySelector('[role="alert"]')).toBeNull()
})

it('shows and announces why a file could not be saved', async () => {
  await shown(success(key), { 'maintenance.saveHeads': () => failed({ code: 'file-unwritable', detail: 'The disk is full.' }) })
  await click(button(text('maintenance.heads.save')))
  expect(words()).toContain('The disk is full.')
})

it('shows that there is none yet, and shows it once the first head was signed', async () => {
  let answer: CallAnswer<'maintenance.headKey'> = success(null)
  const main = fakeMain({ 'maintenance.headKey': () => answer })
  show(HeadsPanel)
  await flushPromises()
  expect(words()).toContain(text('maintenance.heads.none'))
  answer = success(key)
  main.emit('journal.changed', null)
  await flushPromises()
  expect(words()).toContain(key.keyId)
})

it('shows that the key was lost', async () => {
  await shown(failed({ code: 'keychain-doubtful', detail: 'The key that signs heads is missing.' }))
  expect(words()).toContain('The key that signs heads is missing.')
  expect(words()).not.toContain(text('maintenance.heads.none'))
})
