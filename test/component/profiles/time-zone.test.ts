import { expect, test } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { success } from '#shared/result.ts'
import { openScreen } from '../screen-support/open.ts'
import { aKey, aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

const zone = () => field(text('profiles.timeZone'))

async function openEditor(changes: Partial<Profile>) {
  const main = await openScreen('/profiles', {
    'keys.list': () => success([aKey()]), 'resolution.list': () => success([]),
    'profiles.save': () => success({ id: 'profile-1' as ProfileId }),
  }, [aProfile(changes)])
  await click(button(text('profiles.edit')))
  return main
}

test('the time zone is chosen from the full list, or typed, and saved', async () => {
  const main = await openEditor({})
  expect(zone().value).toBe('Europe/Berlin')
  const proposals = [...zone().list!.options].map(({ value }) => value)
  expect(proposals).toEqual(expect.arrayContaining(['UTC', 'America/Sao_Paulo', 'Asia/Beirut']))
  await type(zone(), ' America/Sao_Paulo ')
  await click(button(text('common.save')))
  expect(main.inputsOf('profiles.save').at(-1)?.draft.timeZone).toBe('America/Sao_Paulo')
})

test.each([
  ['', text('profiles.problem.required')], ['Berlin', text('profiles.problem.time-zone-unknown')],
  ['+02:00', text('profiles.problem.time-zone-unknown')],
])('"%s" is not a time zone: that is shown beside the field, and nothing is saved', async (typed, problem) => {
  const main = await openEditor({ environment: 'production' })
  await type(zone(), typed)
  await click(button(text('common.save')))
  expect(descriptionOf(zone())).toBe(problem)
  expect(main.inputsOf('profiles.save')).toEqual([])
})

test('a sandbox profile may have none', async () => {
  const main = await openEditor({ environment: 'sandbox', gateway: { kind: 'address', baseUrl: 'http://127.0.0.1:1' }, keyId: null })
  await type(zone(), '')
  await click(button(text('common.save')))
  expect(main.inputsOf('profiles.save').at(-1)?.draft).not.toHaveProperty('timeZone')
})

test('a new profile has the time zone of this computer, and limits show the zone of their day', async () => {
  await openEditor({ limits: [] })
  await click(button(text('profiles.limits.add')))
  expect(words(document.body)).toContain(text('profiles.limits.hint', { timeZone: 'Europe/Berlin' }))
  await click(button(text('profiles.back')))
  await click(button(text('profiles.add')))
  expect(zone().value).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
