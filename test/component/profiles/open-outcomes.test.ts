import { describe, expect, it } from 'vitest'
import type { EntryId, MerchantOrderId, ProfileId } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { failed, success } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import ProfilesView from '../../../renderer/features/profiles/ProfilesView.vue'
import type { OpenOutcomes } from '../../../renderer/features/profiles/open-outcomes.ts'
import { aRow } from '../screen-support/data.ts'
import { fakeMain } from '../support/bridge.ts'
import { aKey, aList, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, flushPromises, show, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const lost = aRow({ state: 'unknown', orderId: null, merchantOrderId: 'lost-1' as MerchantOrderId })
const inError = aRow({ entryId: 'entry-2' as EntryId, operation: 'return', state: 'error', merchantOrderId: 'lost-2' as MerchantOrderId })

const standsInTheWay = (change: OpenOutcomes['change'], entries = [lost, inError]) =>
  failed({ code: 'open-outcomes' as const, change, entries })

const dialog = (): Element => document.querySelector('[role="dialog"]')!

async function start(answers: Parameters<typeof fakeMain>[0]) {
  const main = fakeMain({
    'profiles.list': () => success(aList(aProfile(), aProfile({ id: 'profile-2' as ProfileId, name: 'Acme by phone' }))),
    'keys.list': () => success([aKey()]), ...answers,
  })
  show(ProfilesView)
  await useSession().loadProfiles()
  await flushPromises()
  return main
}

/** Saves a profile that main saves only with an answer about its open outcomes. */
async function saveWith(change: OpenOutcomes['change'], entries?: HistoryRow[]) {
  const main = await start({
    'profiles.save': ({ id, openOutcomes }) => (openOutcomes === undefined ? standsInTheWay(change, entries) : success({ id: id! as never })),
  })
  await click(button(text('profiles.edit')))
  await click(button(text('common.save')))
  return main
}

describe('a profile with open outcomes that is removed', () => {
  async function remove() {
    const main = await start({ 'profiles.remove': ({ reason }) => (reason === undefined ? standsInTheWay('removal') : success(null)) })
    await click(button(text('profiles.more', { name: 'Acme Shop' })))
    await flushPromises()
    await click(button(text('profiles.remove')))
    await click(button(text('profiles.openOutcomes.confirm.removal'), dialog()))
    return main
  }

  it('shows the open outcomes and is removed only with a reason', async () => {
    const main = await remove()
    const emitted = words(dialog())
    for (const part of [
      text('profiles.openOutcomes.title.removal', { name: 'Acme Shop' }), text('profiles.openOutcomes.lead', { count: 2 }), 'Unknown', 'Recurrent payment 10.15 USD', 'lost-1',
      'Error', text('verb.refund.amount', { amount: '10.15', currency: 'USD' }), 'lost-2',
    ]) expect(emitted).toContain(part)
    await click(button(text('profiles.openOutcomes.confirm.removal'), dialog()))
    expect(descriptionOf(field(text('common.reason'), dialog()))).toContain(text('common.reasonNeeded'))
    await type(field(text('common.reason'), dialog()), '  ')
    await click(button(text('profiles.openOutcomes.confirm.removal'), dialog()))
    expect(main.inputsOf('profiles.remove')).toEqual([{ id: 'profile-1', reason: undefined }])
    await type(field(text('common.reason'), dialog()), ' the shop is closed ')
    await click(button(text('profiles.openOutcomes.confirm.removal'), dialog()))
    expect(main.inputsOf('profiles.remove').at(-1)).toEqual({ id: 'profile-1', reason: 'the shop is closed' })
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('stays when the dialog is cancelled', async () => {
    const main = await remove()
    await click(button(text('common.cancel'), dialog()))
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(main.inputsOf('profiles.remove')).toHaveLength(1)
  })
})

describe('a profile whose address or login changes', () => {
  it.each([[text('profiles.openOutcomes.merchant.same'), true], [text('profiles.openOutcomes.merchant.other'), false]])('is saved once "%s" was chosen', async (choice, sameMerchant) => {
    const main = await saveWith('merchant')
    await type(field(text('common.reason'), dialog()), 'the gateway moved')
    await click(button(text('profiles.openOutcomes.confirm.merchant'), dialog()))
    expect(words(dialog())).toContain(text('profiles.openOutcomes.merchantNeeded'))
    expect(main.inputsOf('profiles.save')).toHaveLength(1)
    await click(field(choice, dialog()))
    await click(button(text('profiles.openOutcomes.confirm.merchant'), dialog()))
    expect(main.inputsOf('profiles.save').at(-1)?.openOutcomes).toEqual({ reason: 'the gateway moved', sameMerchant })
  })

  it('proposes neither answer', async () => {
    await saveWith('merchant')
    expect([...dialog().querySelectorAll<HTMLInputElement>('input[type="radio"]')].map(({ checked }) => checked)).toEqual([false, false])
  })

  it('causes the question even without open outcomes, and then lists none', async () => {
    await saveWith('merchant', [])
    expect(words(dialog())).toContain(text('profiles.openOutcomes.noneOpen'))
    expect(words(dialog())).not.toContain('money may have moved')
    expect(dialog().querySelector('li')).toBeNull()
  })
})

describe('a profile that loses an entry point', () => {
  it('shows that statuses cannot be checked without it, and asks for no merchant', async () => {
    const main = await saveWith('entry-point')
    expect(words(dialog())).toContain(text('profiles.openOutcomes.consequence.entry-point'))
    expect(dialog().querySelector('input[type="radio"]')).toBeNull()
    await type(field(text('common.reason'), dialog()), 'the endpoint was closed')
    await click(button(text('profiles.openOutcomes.confirm.merchant'), dialog()))
    expect(main.inputsOf('profiles.save').at(-1)?.openOutcomes).toEqual({ reason: 'the endpoint was closed', sameMerchant: false })
  })
})

it('a profile card names the other profiles of its merchant', async () => {
  await start({ 'profiles.list': () => success(aList(
    aProfile({}, { sameMerchantAs: ['Acme by phone', 'Acme old'] }), aProfile({ id: 'profile-2' as ProfileId, name: 'Another shop' }),
  )) })
  const [first, second] = [...document.querySelectorAll('article')]
  expect(words(first)).toContain('The same merchant as Acme by phone, Acme old')
  expect(words(second)).not.toContain('same merchant')
})
