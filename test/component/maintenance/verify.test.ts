import { expect, it } from 'vitest'
import type { EntryId, UtcTime } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Verification } from '#shared/model/history/maintenance.ts'
import { failed, success } from '#shared/result.ts'
import VerifyPanel from '../../../renderer/features/maintenance/VerifyPanel.vue'
import { fakeMain } from '../support/bridge.ts'
import { button, click, flushPromises, show, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const good: Verification = {
  links: 1204, unsigned: 0, signedAtStart: 0, signedAtRestore: 0, removed: 0, removedOnRequest: 0,
  repaired: null, changedRules: [], firstBreak: null, epochs: [],
  heads: { valid: 3, byAnotherKey: 0, newest: { position: 1204, at: '2026-11-20T09:41:07.120Z' as UtcTime }, keyLost: false },
}

async function verified(answer: CallAnswer<'maintenance.verify'>) {
  fakeMain({ 'maintenance.verify': () => answer })
  show(VerifyPanel)
  await click(button(text('maintenance.verify.start')))
  return words()
}

it('shows that nothing was changed, and how much was verified', async () => {
  const shown = await verified(success(good))
  expect(shown).toContain(text('maintenance.verify.good'))
  expect(shown).toContain('1,204')
  expect(shown).not.toContain(text('maintenance.verify.unsigned'))
  expect(document.querySelector('[role="status"]')).not.toBeNull()
})

it('shows and announces the first break: what, where, when, and a link to the entry', async () => {
  const shown = await verified(success({
    ...good,
    firstBreak: { link: 77, what: 'changed', at: '2026-11-20T09:41:07.120Z' as UtcTime, entryId: 'entry-9' as EntryId },
  }))
  expect(shown).toContain(text('maintenance.verify.break.changed'))
  expect(shown).toMatch(/Position 77 in the chain, written 20 Nov 2026/)
  expect(shown).toContain(text('maintenance.verify.breakNext'))
  expect(shown).not.toContain('Nothing was changed')
  expect(document.querySelector('[role="alert"]')).not.toBeNull()
  expect(button(text('maintenance.verify.openEntry')).getAttribute('href')).toBe('/payment/entry-9')
})

it('distinguishes an end that was cut off from a backup that was restored here', async () => {
  const shown = await verified(success({ ...good, firstBreak: { link: 90, what: 'end-cut-off', at: null, entryId: null } }))
  expect(shown).toContain(text('maintenance.verify.break.end-cut-off'))
  expect(shown).toContain(text('maintenance.verify.cutOffNext'))
})

it.each([{ unsigned: 3 }, { heads: { ...good.heads, byAnotherKey: 12 } }])('does not show success for what no head of this computer covers: %o', async (found) => {
  const shown = await verified(success({ ...good, ...found }))
  expect(shown).toContain(text('maintenance.verify.unproven'))
  expect(shown).not.toContain('Nothing was changed')
})

it('shows that nothing is signed without a keychain, if there is no head', async () => {
  const shown = await verified(success({ ...good, unsigned: 9, heads: { ...good.heads, valid: 0, newest: null } }))
  expect(shown).toContain(text('maintenance.verify.unsignedNever'))
  expect(shown).not.toContain(text('maintenance.verify.unsignedNext'))
})

it('shows what was signed at a start or a restore without a proof', async () => {
  const atStart = await verified(success({ ...good, signedAtStart: 3 }))
  expect(atStart).toContain(text('maintenance.verify.atStart'))
  expect(atStart).not.toContain('Nothing was changed')
  const atRestore = await verified(success({ ...good, signedAtRestore: 7 }))
  expect(atRestore).toContain('7 links were signed at a restore without proof of their origin.')
  expect(atRestore).toContain(text('maintenance.verify.asTheyStoodNext'))
})

it('shows how far signed heads prove it, and where a restore began the epoch', async () => {
  const at = '2026-11-20T09:41:07.120Z' as UtcTime
  const epochs = [{ number: 2, position: 700, at }, { number: 4, position: 900, at }]
  const shown = await verified(success({ ...good, epochs }))
  expect(shown).toMatch(/up to position 1,204 \(20 Nov 2026/)
  expect(shown).toMatch(/epoch has number 4 and begins at position 900/)
})

it('does not show success for what it could not verify because the key that signs heads was lost', async () => {
  const shown = await verified(success({ ...good, heads: { valid: 0, byAnotherKey: 0, newest: null, keyLost: true } }))
  expect(shown).toContain(text('maintenance.verify.headKeyLostText'))
  expect(shown).not.toContain('Nothing was changed')
})

it('shows that the list was repaired, and the first repaired entries', async () => {
  const shown = await verified(success({ ...good, repaired: { entries: 2, firstEntryId: 'entry-3' as EntryId } }))
  expect(shown).toContain('The list differed from the events of 2 entries and was corrected.')
  expect(button(text('maintenance.verify.openEntry')).getAttribute('href')).toBe('/payment/entry-3')
})

it('shows which rule the file lost, instead of "nothing was changed"', async () => {
  const shown = await verified(success({ ...good, changedRules: ['index entry_creates_order_once'] }))
  expect(shown).not.toContain('Nothing was changed')
  expect(shown).toContain(text('maintenance.verify.rules'))
  expect(shown).toContain(text('maintenance.verify.rulesText', { names: 'index entry_creates_order_once' }))
})

it('shows its progress, does not start twice, and shows why it failed', async () => {
  const answer = Promise.withResolvers<CallAnswer<'maintenance.verify'>>()
  const main = fakeMain({ 'maintenance.verify': () => answer.promise })
  show(VerifyPanel)
  await click(button(text('maintenance.verify.start')))
  main.emit('maintenance.progress', { task: 'delete', done: 1, total: 1 })
  main.emit('maintenance.progress', { task: 'verify', done: 500, total: 2000 })
  await flushPromises()
  expect(words()).toContain('500 of 2,000')
  expect(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('25')
  await click(button(text('maintenance.verify.start')))
  expect(main.inputsOf('maintenance.verify')).toHaveLength(1)
  answer.resolve(failed({ code: 'vault-locked' }))
  await flushPromises()
  expect(words()).toContain(text('failure.what.vault-locked'))
  expect(document.querySelector('[role="progressbar"]')).toBeNull()
})
