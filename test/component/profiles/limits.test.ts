import { expect, test } from 'vitest'
import type { MinorUnits, ProfileId } from '#shared/brands.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { success } from '#shared/result.ts'
import { openScreen } from '../screen-support/open.ts'
import { aKey, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, unmountAll, words } from '../support/mount.ts'
import { unlimited } from '../../support/fixtures/limits.ts'
import { text } from '../../support/texts.ts'

const limitOf = (currency: string, charge: string | null) =>
  ({ currency, ...unlimited, charge: charge as MinorUnits | null })

async function openEditor(changes: Partial<Profile> = {}) {
  const main = await openScreen('/profiles', {
    'keys.list': () => success([aKey()]), 'resolution.list': () => success([]),
    'profiles.save': () => success({ id: 'profile-1' as ProfileId }),
  }, [aProfile(changes)])
  await click(button(text('profiles.edit')))
  return main
}

const savedDraft = (main: Awaited<ReturnType<typeof openEditor>>) => main.inputsOf('profiles.save').at(-1)?.draft
const save = async () => { await click(button(text('common.save'))) }

test('limits are typed in major units and saved exactly, in the digits of their currency', async () => {
  const main = await openEditor({ entryPoints: [{ kind: 'endpoint', id: '22903', currency: 'KWD' }] })
  await click(button(text('profiles.limits.add')))
  expect(field(text('profiles.limits.currency')).value).toBe('KWD')
  await type(field(text('profiles.limits.charge')), '64.1')
  await type(field(text('profiles.limits.refund')), '0')
  await type(field(text('profiles.limits.batch')), '1')
  await type(field(text('profiles.limits.refundsOfADay')), '90071992547409.932')
  await save()
  expect(savedDraft(main)?.limits).toEqual([
    { currency: 'KWD', ...unlimited, charge: '64100', refund: '0', batch: '1000', refundsOfADay: '90071992547409932' },
  ])
})

test('limits are shown as saved, in the profile’s own minor units', async () => {
  await openEditor({ limits: [limitOf('JPY', '5000')] })
  expect(field(text('profiles.limits.charge')).value).toBe('5000')
  expect(field(text('profiles.limits.refund')).value).toBe('')
  unmountAll()
  await openEditor({ limits: [limitOf('JPY', '5000')], switches: { ...defaultSwitches, minorUnitDigits: 'always-two' } })
  expect(field(text('profiles.limits.charge')).value).toBe('50.00')
})

test.each([
  ['1,000.00', text('profiles.problem.amount-meant', { first: '1000.00' })],
  ['1,000', text('profiles.problem.amounts-meant', { first: '1000', second: '1.00' })],
  ['10.155', text('profiles.problem.amount-decimals', { allowed: 2 })],
  ['-1', text('profiles.problem.amount-format')],
  ['ten', text('profiles.problem.amount-format')],
])('%s is not a limit: that is shown beside the field, and nothing is saved', async (typed, problem) => {
  const main = await openEditor()
  await click(button(text('profiles.limits.add')))
  await type(field(text('profiles.limits.payout')), typed)
  await save()
  expect(descriptionOf(field(text('profiles.limits.payout')))).toBe(problem)
  expect(savedDraft(main)).toBeUndefined()
})

test.each([
  ['an unknown one', 'XYZ', text('profiles.problem.currency-unknown')],
  ['none', '', text('profiles.problem.required')],
  ['one that is listed already', 'usd', text('profiles.problem.limits-twice')],
])('a currency of limits that is %s is reported beside its field', async (_, currency, problem) => {
  const main = await openEditor({ limits: [limitOf('USD', '100')] })
  await click(button(text('profiles.limits.add')))
  const second = document.querySelectorAll<HTMLElement>('fieldset:has(legend)')
  const row = [...second].find((one) => words(one).startsWith(text('profiles.limits.row', { number: 2 })))!
  await type(field(text('profiles.limits.currency'), row), currency)
  await save()
  expect(descriptionOf(field(text('profiles.limits.currency'), row))).toBe(problem)
  expect(savedDraft(main)).toBeUndefined()
})

test('a profile without limits shows that, and is saved without the field', async () => {
  const main = await openEditor({ limits: [limitOf('USD', '100')] })
  await click(button(text('profiles.limits.remove', { number: 1 })))
  expect(words(main.content)).toContain(text('profiles.limits.none'))
  await save()
  expect(savedDraft(main)).not.toHaveProperty('limits')
})

test('production’s confirmations before money moves can be switched off there, with a warning, and only there', async () => {
  const main = await openEditor({ environment: 'production' })
  field(text('profiles.confirmations.stepUp')).click()
  field(text('profiles.confirmations.outside')).click()
  await save()
  expect(savedDraft(main)).toMatchObject({ stepUp: 'off', outsideConfirmation: 'off' })
  unmountAll()
  const staging = await openEditor({ stepUp: 'off' })
  expect(words(staging.content)).not.toContain(text('profiles.confirmations.title'))
  await save()
  expect(savedDraft(staging)).not.toHaveProperty('stepUp')
})
