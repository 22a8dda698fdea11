import { expect, test } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { success } from '#shared/result.ts'
import { openScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

async function openEditor(changes: Partial<Profile>) {
  const main = await openScreen('/profiles', {
    'keys.list': () => success([]), 'resolution.list': () => success([]),
    'profiles.save': () => success({ id: 'profile-1' as ProfileId }),
  }, [aProfile(changes)])
  await click(button(text('profiles.edit')))
  return async (typed: { perSecond?: string; atOnce?: string }) => {
    for (const [name, value] of Object.entries(typed)) await type(field(text(`profiles.batches.${name as keyof typeof typed}`)), value)
    await click(button(text('common.save')))
    return main.inputsOf('profiles.save').at(-1)?.draft
  }
}

test('a profile keeps the usual rate of batches unless another is typed', async () => {
  const save = await openEditor({ environment: 'staging' })
  expect(field(text('profiles.batches.perSecond')).value).toBe('2')
  expect(field(text('profiles.batches.atOnce')).value).toBe('4')
  expect(await save({})).not.toHaveProperty('batches')
  await click(button(text('profiles.edit')))
  expect(await save({ perSecond: ' 20 ' })).toMatchObject({ batches: { perSecond: 20, atOnce: 4 } })
})

test.each(['0', '21', '1.5', 'fast', '-1'])('a rate of %s is refused beside its field, and nothing is saved', async (perSecond) => {
  const save = await openEditor({ environment: 'staging' })
  expect(await save({ perSecond })).toBeUndefined()
  expect(descriptionOf(field(text('profiles.batches.perSecond')))).toContain(text('profiles.batches.format', { most: 20 }))
  expect(await save({ perSecond: '2', atOnce: '17' })).toBeUndefined()
  expect(descriptionOf(field(text('profiles.batches.atOnce')))).toContain(text('profiles.batches.format', { most: 16 }))
})

test('only a sandbox profile may send without a rate', async () => {
  const staging = await openEditor({ environment: 'staging' })
  expect(await staging({ perSecond: '' })).toBeUndefined()
  expect(descriptionOf(field(text('profiles.batches.perSecond')))).toContain(text('profiles.problem.required'))
})

test('a sandbox profile without a rate is saved as unlimited', async () => {
  const sandbox = await openEditor({ environment: 'sandbox', batches: { perSecond: 5, atOnce: 16 } })
  expect(await sandbox({ perSecond: '' })).toMatchObject({ batches: { perSecond: null, atOnce: 16 } })
})
