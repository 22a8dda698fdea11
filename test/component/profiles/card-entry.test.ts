import { expect, it } from 'vitest'
import { success } from '#shared/result.ts'
import { useSession } from '../../../renderer/app/stores/session.ts'
import ProfilesView from '../../../renderer/features/profiles/ProfilesView.vue'
import { draftFrom, formOf } from '../../../renderer/features/profiles/form/form.ts'
import { fakeMain } from '../support/bridge.ts'
import { aKey, aList, aProfile } from '../support/data.ts'
import { button, click, field, flushPromises, show, type, words } from '../support/mount.ts'
import { text, textPattern } from '../../support/texts.ts'

type Changes = Parameters<typeof aProfile>[0]

async function edit(changes: Changes = {}) {
  const main = fakeMain({
    'profiles.list': () => success(aList(aProfile(changes))),
    'keys.list': () => success([aKey()]),
    'profiles.save': ({ id }) => success({ id: id! as never }),
  })
  show(ProfilesView)
  await useSession().loadProfiles()
  await flushPromises()
  await click(button(text('profiles.edit')))
  const saved = async () => {
    await click(button(text('common.save')))
    return main.inputsOf('profiles.save').at(-1)!.draft
  }
  return { saved }
}

const usual = text('profiles.cardEntry.byEnvironment')

it.each([undefined, 'allowed', 'refused'] as const)('keeps the setting %s of a profile that is saved unchanged', (cardEntry) => {
  const { id, ...draft } = aProfile(cardEntry === undefined ? {} : { cardEntry }).profile
  expect(draftFrom(formOf({ id, ...draft }))).toEqual(draft)
})

it('shows the default of the environment, and saves a choice only if one was made', async () => {
  const { saved } = await edit()
  expect(field(usual).checked).toBe(true)
  expect(words()).toContain(text('profiles.cardEntry.byEnvironmentAllowed', { environment: 'Staging' }))
  expect('cardEntry' in await saved()).toBe(false)
})

it('in production they are not typed unless the profile allows it, with a warning', async () => {
  const { saved } = await edit({ environment: 'production', keyId: null })
  expect(words()).toContain(text('profiles.cardEntry.byEnvironmentRefused', { environment: 'Production' }))
  expect(words()).not.toContain('PCI DSS')
  await click(field('Allowed'))
  expect(words()).toContain('PCI DSS')
  expect((await saved()).cardEntry).toBe('allowed')
})

it('a setting can be set back to the default', async () => {
  const { saved } = await edit({ cardEntry: 'refused' })
  expect(field('Refused').checked).toBe(true)
  await click(field(usual))
  expect('cardEntry' in await saved()).toBe(false)
})

it.each([
  [text('profiles.reading.browserFieldNames.label'), 'browserFieldNames', 'prefixed'],
  [text('profiles.reading.expireYearDigits.label'), 'expireYearDigits', 4],
  [text('profiles.reading.sendSecondCardNumberField.label'), 'sendSecondCardNumberField', true],
] as const)('the reading "%s" can be changed', async (label, key, expected) => {
  const { saved } = await edit()
  await click(button(textPattern('profiles.readings')))
  await type(field(label), 'second')
  expect((await saved()).switches?.[key]).toBe(expected)
})

it('the signature of the card eligibility check can be chosen', async () => {
  const { saved } = await edit()
  await click(button(textPattern('profiles.readings')))
  await type(field(text('profiles.signatureMethod', { operation: 'Card eligibility check' })), 'HMAC-SHA1')
  expect((await saved()).switches?.signatureMethods).toEqual({ 'pan-eligibility-send': 'HMAC-SHA1' })
})
