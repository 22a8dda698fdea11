/** Secrets of the vault in a text that a person wants to store. */
import { describe, expect, it } from 'vitest'
import { createDesk, failure, merchant, profile, protectedDesk, value } from '../protection/support.ts'

/** A vault with one secret of each kind. */
async function vaultWith(secret: string) {
  const port = createDesk().start()
  await value(port.storeSecret({ ...profile, secret, keep: 'keychain' }))
  await value(port.storeTeamPassword({ server: 's', password: 'pass phrase of the team', keep: 'keychain' }))
  return async (text: string) => await value(port.holdsSecret({ text }))
}

describe('a text', () => {
  it.each([
    ['as it is', (secret: string) => `it is ${secret}.`], ['inside a word', (secret: string) => `x${secret}x`],
    ['split by spaces and line breaks', (secret: string) => [...secret].join(' ').replace(' ', '\r\n')],
    ['as hexadecimal in capitals', (secret: string) => Buffer.from(secret).toString('hex').toUpperCase()],
    ['as Base64', (secret: string) => Buffer.from(secret).toString('base64')],
    ['as Base64 for addresses', (secret: string) => Buffer.from(secret).toString('base64url')],
  ])('holds a control secret or a password that is written %s', async (_how, written) => {
    const holds = await vaultWith('Z7q?>control~secret')
    expect(await holds(written('Z7q?>control~secret'))).toBe(true)
    expect(await holds(written('pass phrase of the team'))).toBe(true)
    expect(await holds(written('Z7q?>control~secreT'))).toBe(false)
  })

  it('contains a short secret only as a separate word', async () => {
    const holds = await vaultWith('ok')
    expect([await holds('it is ok now'), await holds('a token'), await holds('')]).toEqual([true, false, false])
  })

  it('contains any private key in PEM format, and no public one', async () => {
    const holds = await vaultWith('another-secret')
    expect(await holds('-----BEGIN ENCRYPTED PRIVATE KEY-----')).toBe(true)
    expect(await holds('-----BEGIN PUBLIC KEY-----')).toBe(false)
  })

  it('contains the key that signs the history', async () => {
    const desk = createDesk()
    const port = desk.start()
    await value(port.journalHeadKey({ signedBefore: false }))
    await value(port.signReport({ digest: 'ab'.repeat(32), signedBefore: false, position: 1 }))
    const kept = await desk.keychain.get('journal-head-key')
    const record = kept.ok ? kept.value! : Buffer.alloc(0)
    const body = record.subarray(record.indexOf('\n') + 1).toString('utf8')
    expect(body.length).toBeGreaterThan(50)
    expect(await value(port.holdsSecret({ text: `the key is ${body}` }))).toBe(true)
  })

  it('is not compared while the vault is locked', async () => {
    const desk = await protectedDesk()
    expect(await failure(desk.start().holdsSecret({ text: merchant }))).toEqual({ code: 'vault-locked' })
  })
})
