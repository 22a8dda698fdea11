import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { createInstallation, failure, merchant, value, type Installation } from './support.ts'

const installations: Installation[] = []
afterEach(async () => { for (const one of installations.splice(0)) await one.remove() })

const environment = 'staging'
const kept = { secretId: 'p-1', environment, merchant, keep: 'this-run' } as const
const none = { code: 'no-such-secret' }

function start() {
  const installation = createInstallation()
  installations.push(installation)
  return installation.start({}, { keychain: 'none' })
}

describe('a secret whose profile is not saved yet', () => {
  it('signs once it is stored for the profile, and is stored once', async () => {
    const { port } = start()
    await value(port.holdSecret({ held: 'one', secret: 'secret-of-a-mail' }))
    expect(await value(port.hasSecret({ secretId: 'p-1' }))).toBe(false)
    await value(port.storeHeldSecret({ ...kept, held: 'one' }))
    expect(await value(port.control({ secretId: 'p-1', environment, merchant, textBeforeSecret: 'a' })))
      .toBe(createHash('sha1').update('asecret-of-a-mail').digest('hex'))
    expect(await failure(port.storeHeldSecret({ ...kept, secretId: 'p-2', held: 'one' }))).toEqual(none)
  })

  it('is not stored for the profile of another mail', async () => {
    const { port } = start()
    await value(port.holdSecret({ held: 'one', secret: 'secret-of-a-mail' }))
    await value(port.holdSecret({ held: 'two', secret: 'another-secret' }))
    expect(await failure(port.storeHeldSecret({ ...kept, held: 'one' }))).toEqual(none)
    expect(await value(port.hasSecret({ secretId: 'p-1' }))).toBe(false)
  })

  it('is deleted by a lock', async () => {
    const vault = start()
    await value(vault.port.holdSecret({ held: 'one', secret: 'secret-of-a-mail' }))
    await vault.lock()
    await vault.unlock()
    expect(await failure(vault.port.storeHeldSecret({ ...kept, held: 'one' }))).toEqual(none)
  })
})
