/** Digests by a key of the vault: they recognise a destination or a row of a batch without storing it. */
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import { createMissingKeychain } from '../../../../electron/vault/keychain/missing-keychain.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import { createDesk, failure, passphrase, value } from '../protection/support.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const accounts = { purpose: 'destination', digests: ['DE89', 'GB29'].map(sha256) } as const

describe('a keyed digest', () => {
  it('is the HMAC by the stored key, after eight digits that name the key, also in the next run', async () => {
    const desk = createDesk()
    const [first, second] = await value(desk.start().keyedDigests(accounts))
    const kept = await desk.keychain.get('digest-key')
    const key = Buffer.from((kept.ok ? kept.value!.toString() : '').split('\n')[1]!, 'hex')
    expect(key).toHaveLength(32)
    const hmac = (text: string): string => createHmac('sha256', key).update(text).digest('hex')
    const mark = hmac('Gateway Console key\n').slice(0, 8)
    expect(first).toBe(mark + hmac(`Gateway Console destination\n${accounts.digests[0]}`).slice(0, 56))
    expect(second).toMatch(new RegExp(`^${mark}[0-9a-f]{56}$`))
    expect(second).not.toBe(first)
    expect(await value(desk.start().keyedDigests(accounts))).toEqual([first, second])
  })

  it('uses one key, even for simultaneous first calls, and has another value for another purpose', async () => {
    const port = createDesk().start()
    const [one, same] = await Promise.all([value(port.keyedDigests(accounts)), value(port.keyedDigests(accounts))])
    expect(same).toEqual(one)
    const row = await value(port.keyedDigests({ ...accounts, purpose: 'batch-row' }))
    expect(row[0]!.slice(0, 8)).toBe(one[0]!.slice(0, 8))
    expect(row[0]).not.toBe(one[0])
  })

  it.each([
    ['a text', { purpose: 'destination', digests: ['DE89370400440532013000'] }],
    ['too many', { purpose: 'destination', digests: Array<string>(10_001).fill(sha256('')) }],
    ['another purpose', { purpose: 'mark', digests: [sha256('')] }],
  ])('is not made of %s', async (_what, request) => {
    await expect(createDesk().start().keyedDigests(request as never)).rejects.toThrow('only SHA-256 digests')
  })

  it('is not created while the vault is locked, and is the same after a passphrase was set up', async () => {
    const desk = createDesk()
    const port = desk.start()
    const before = await value(port.keyedDigests(accounts))
    const { id } = await value(port.setUpProtection({ name: 'Ada Administrator', passphrase }))
    const again = desk.start()
    expect(await failure(again.keyedDigests(accounts))).toEqual({ code: 'vault-locked' })
    await value(again.unlockWithPassphrase({ personId: id, passphrase }))
    expect(await value(again.keyedDigests(accounts))).toEqual(before)
  })
})

describe('the key of the digests', () => {
  const markOf = (digests: readonly string[]): string => digests[0]!.slice(0, 8)

  it('is replaced when it is lost, and then the digests name another key', async () => {
    const desk = createDesk()
    const before = await value(desk.start().keyedDigests(accounts))
    await desk.keychain.delete('digest-key')
    const after = await value(desk.start().keyedDigests(accounts))
    expect(markOf(after)).not.toBe(markOf(before))
  })

  it('lasts for this run if there is no keychain', async () => {
    const start = () => createVault({
      keychain: createMissingKeychain('No keychain.'), keychainName: 'none', wasInstalled: () => false, nativeModulePath: () => '',
    })
    const port = start()
    const here = await value(port.keyedDigests(accounts))
    expect(await value(port.keyedDigests(accounts))).toEqual(here)
    expect(markOf(await value(start().keyedDigests(accounts)))).not.toBe(markOf(here))
  })

  it('is not replaced when its entry is damaged, and is recognised in a text', async () => {
    const keychain = createMemoryKeychain()
    const desk = createDesk(keychain)
    const port = desk.start()
    await value(port.keyedDigests(accounts))
    const kept = await keychain.get('digest-key')
    const record = kept.ok ? kept.value!.toString() : ''
    expect(await value(port.holdsSecret({ text: `the key is ${record.split('\n')[1]!}` }))).toBe(true)
    await keychain.set('digest-key', Buffer.from(record.slice(0, -1)))
    expect(await failure(desk.start().keyedDigests(accounts))).toMatchObject({ code: 'keychain-doubtful' })
  })
})
