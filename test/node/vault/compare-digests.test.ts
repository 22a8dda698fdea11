import { createHash, createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { ControlCandidate } from '#shared/inspector/control/plan.ts'
import { createInstallation, merchant, value, type Installation } from './support.ts'

const installations: Installation[] = []
afterEach(async () => { for (const one of installations.splice(0)) await one.remove() })

const own = 'B17A5E55-own'
const other = 'B17A5E55-other'

async function vaultWith(secrets: Readonly<Record<string, string>>) {
  const installation = createInstallation()
  installations.push(installation)
  const vault = installation.start({}, { keychain: 'none' })
  for (const [secretId, secret] of Object.entries(secrets)) {
    expect(await vault.port.storeSecret({ secretId, environment: 'staging', merchant, secret, keep: 'this-run' })).toMatchObject({ ok: true })
  }
  return vault
}

const before = (text: string, shape: ControlCandidate['shape'] = 'as-it-is'): ControlCandidate =>
  ({ before: text, after: '', shape, charset: 'utf-8' })
const control = (text: string) => createHash('sha1').update(text).digest('hex')
const secretIds = ['p-1', 'p-2']

describe('a control compared in the vault', () => {
  it('is matched with the secret that created it, candidate by candidate', async () => {
    const { port } = await vaultWith({ 'p-1': own, 'p-2': other })
    const candidates = [before('a'), before('b'), before('c')]
    expect(await value(port.matchControls({ secretIds, control: control(`b${own}`), candidates })))
      .toEqual([null, { secretId: 'p-1', causes: [] }, null])
    expect(await value(port.matchControls({ secretIds, control: control(`c${other}`), candidates })))
      .toEqual([null, null, { secretId: 'p-2', causes: [] }])
  })

  it('matches the secret in the form that was hashed', async () => {
    const { port } = await vaultWith({ 'p-1': own })
    const input = { secretIds: ['p-1'], control: control(`a${own}\n`) }
    expect(await value(port.matchControls({ ...input, candidates: [before('a', 'line-end')] }))).toMatchObject([{ secretId: 'p-1' }])
    expect(await value(port.matchControls({ ...input, candidates: [before('a')] }))).toEqual([null])
  })

  it('skips a profile without a secret, and rejects an invalid digest', async () => {
    const { port } = await vaultWith({ 'p-2': other })
    expect(await value(port.matchControls({ secretIds, control: control(`a${other}`), candidates: [before('a')] })))
      .toMatchObject([{ secretId: 'p-2' }])
    expect(await value(port.matchControls({ secretIds, control: 'hello', candidates: [before('a')] }))).toBeNull()
  })

  it('reveals nothing of a secret', async () => {
    const vault = await vaultWith({ 'p-1': own, 'p-2': other })
    await vault.port.matchControls({ secretIds, control: control(`a${own}`), candidates: [before('a'), before('', 'quoted')] })
    const signature = createHmac('sha1', `${own}&`).update('t').digest('base64')
    await vault.port.matchHmacs({ secretIds, rawSignature: signature, accepted: true, login: 'l', texts: ['t'] })
    expect(JSON.stringify(vault.posted)).not.toMatch(/B17A5E55/)
  })
})

describe('an HMAC compared in the vault', () => {
  it('is matched with the secret that created it, and with what is wrong with its key', async () => {
    const { port } = await vaultWith({ 'p-1': own, 'p-2': other })
    const input = { secretIds, accepted: true, login: 'l', texts: ['t', 'u'] }
    const signed = (key: string) => encodeURIComponent(createHmac('sha1', key).update('u').digest('base64'))
    expect(await value(port.matchHmacs({ ...input, rawSignature: signed(`${other}&`) })))
      .toEqual([null, { secretId: 'p-2', causes: [] }])
    const [, match] = await value(port.matchHmacs({ ...input, rawSignature: signed(own) }))
    expect(match).toMatchObject({ secretId: 'p-1', causes: [{ id: 'hmac-key-without-ampersand' }] })
  })
})
