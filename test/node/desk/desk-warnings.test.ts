/** A warning on every screen: an unencrypted disk while production is in use. */
import { afterEach, expect, it } from 'vitest'
import type { System } from '../../../electron/desk/services.ts'
import { closeAll, open } from './support.ts'

afterEach(closeAll)

const notice = /disk that holds the history/

async function warned(encryption: ReturnType<System['diskEncryption']>, environment: 'production' | 'sandbox') {
  const desk = await open({ system: { diskEncryption: () => encryption } })
  if (environment === 'production') await desk.call('profiles.choose', { id: await desk.addProfile('production', 'Shop') })
  return (await desk.call('profiles.list', null)).warnings.filter((warning) => notice.test(warning))
}

it.each(['off', 'unknown'] as const)('is shown if the disk’s encryption is %j, for a production profile only', async (encryption) => {
  expect(await warned(encryption, 'production')).toEqual([expect.stringContaining('BitLocker, FileVault, LUKS')])
  expect(await warned(encryption, 'sandbox')).toEqual([])
})

it.each(['on', null] as const)('is not shown if the disk’s encryption is %j', async (encryption) => {
  expect(await warned(encryption, 'production')).toEqual([])
})
