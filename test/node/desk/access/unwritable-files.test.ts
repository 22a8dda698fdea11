/** Files of a protected desk that cannot be written, as while another program holds them. */
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { closeAll } from '../support.ts'
import { openProtected } from './support.ts'

afterEach(closeAll)

it.each(['newest.json', 'profiles.json'])('a profile that cannot be removed, as %s cannot be written, keeps its control secret', async (name) => {
  const desk = await openProtected({ system: { confirm: async () => true } })
  const id = await desk.addProfile('staging', 'Acme')
  const view = async () => (await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)
  const before = await view()
  const file = join(desk.folder, name)
  renameSync(file, `${file}.aside`)
  mkdirSync(join(file, 'held'), { recursive: true })
  await desk.refused('profiles.remove', { id })
  expect(before).toMatchObject({ secret: 'stored', blocked: null })
  expect(await view()).toEqual(before)

  rmSync(file, { recursive: true })
  renameSync(`${file}.aside`, file)
  await desk.call('profiles.remove', { id })
  expect(await view()).toBe(undefined)
})
