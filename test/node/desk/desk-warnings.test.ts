/** What every screen says beside the profiles: a disk that is not encrypted, where production is worked on. */
import { afterEach, expect, it } from 'vitest'
import type { System } from '../../../electron/desk/services.ts'
import { closeAll, open } from './support.ts'

afterEach(closeAll)

const notice = /disk that holds the history/

async function warned(told: ReturnType<System['diskEncryption']>, environment: 'production' | 'sandbox') {
  const desk = await open({ system: { diskEncryption: () => told } })
  if (environment === 'production') await desk.call('profiles.choose', { id: await desk.addProfile('production', 'Shop') })
  return (await desk.call('profiles.list', null)).warnings.filter((warning) => notice.test(warning))
}

it.each(['off', 'unknown'] as const)('says so where the answer is %j, on a production profile alone', async (told) => {
  expect(await warned(told, 'production')).toEqual([expect.stringContaining('BitLocker, FileVault, LUKS')])
  expect(await warned(told, 'sandbox')).toEqual([])
})

it.each(['on', null] as const)('says nothing where the answer is %j', async (told) => {
  expect(await warned(told, 'production')).toEqual([])
})
