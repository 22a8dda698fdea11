/** The handover of a team's key for destinations by a vault, and what a vault accepts. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import { replacesKey, type ExchangeKey, type GivenKey } from '#shared/team/destination-key.ts'
import { fingerprintIn } from '../../../../electron/common/signatures/key-fingerprint.ts'
import { createMissingKeychain } from '../../../../electron/vault/keychain/missing-keychain.ts'
import type { ComparedDesk, VaultPort } from '../../../../electron/vault/port.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import { createDesk, failure, passphrase, value, type Desk } from '../protection/support.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const accounts = { purpose: 'destination', digests: ['DE89', 'GB29'].map(sha256) } as const
const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(32) as DeskId) as [DeskId, DeskId, DeskId]

/** A desk in a team: its vault, and the facts that persons compared. */
interface Member {
  readonly desk: Desk
  readonly port: VaultPort
  readonly compared: ComparedDesk
  readonly exchangeKey: ExchangeKey
}

async function member(deskId: DeskId, desk = createDesk()): Promise<Member> {
  const port = desk.start()
  const publicKey = (await value(port.teamHeadKey()))!
  const compared = { deskId, publicKey, fingerprint: fingerprintIn(publicKey)! }
  return { desk, port, compared, exchangeKey: (await value(port.teamExchangeKey({ deskId })))! }
}
const give = async (from: Member, to: Member): Promise<GivenKey> => (await value(from.port.giveDestinationKey({
  deskId: from.compared.deskId, to: to.compared, exchangeKey: to.exchangeKey,
})))!
const take = (by: Member, from: Member, given: GivenKey) =>
  value(by.port.takeDestinationKey({ deskId: by.compared.deskId, from: from.compared, given }))
const make = (by: Member, number = 1) => value(by.port.makeDestinationKey({ deskId: by.compared.deskId, number }))

async function pair(): Promise<readonly [Member, Member, GivenKey]> {
  const [from, to] = [await member(one), await member(two)]
  await make(from)
  return [from, to, await give(from, to)]
}
const digestsOf = ({ port }: Pick<Member, 'port'>) => value(port.keyedDigests(accounts))

describe('the team’s key for destinations', () => {
  it('gives two vaults the same digests, also in the next run, until it is removed', async () => {
    const [from, to, given] = await pair()
    const alone = await digestsOf(to)
    expect(await take(to, from, given)).toEqual({ number: 1, keyId: given.keyId })
    expect(await digestsOf(to)).toEqual(await digestsOf(from))
    expect(await digestsOf({ port: to.desk.start() })).toEqual(await digestsOf(from))
    await value(to.port.removeDestinationKey())
    expect(await digestsOf(to)).toEqual(alone)
    expect(await value(to.port.destinationKey({ deskId: two }))).toBeNull()
  })

  it('is sealed again each time, and neither its bytes nor its id reveal it', async () => {
    const [from, to, given] = await pair()
    const kept = await from.desk.keychain.get('team-destination-key')
    const key = kept.ok ? kept.value!.toString().split('\n')[1]! : ''
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    const sealed = Buffer.from(given.sealed, 'base64').toString('hex')
    expect(sealed).not.toContain(key)
    expect(sha256(key)).not.toContain(given.keyId)
    expect(sha256(Buffer.from(key, 'hex').toString('latin1'))).not.toContain(given.keyId)
    expect((await give(from, to)).sealed).not.toBe(given.sealed)
  })

  it.each<[what: string, change: (given: GivenKey) => GivenKey]>([
    ['another number', (given) => ({ ...given, number: 2 })],
    ['another id', (given) => ({ ...given, keyId: '0'.repeat(32) })],
    ['another content', (given) => ({ ...given, sealed: `${given.sealed.startsWith('A') ? 'B' : 'A'}${given.sealed.slice(1)}` })],
    ['another desk', (given) => ({ ...given, to: three })],
    ['another signature', (given) => ({ ...given, signature: `${given.signature.startsWith('A') ? 'B' : 'A'}${given.signature.slice(1)}` })],
  ])('is not accepted with %s', async (_what, change) => {
    const [from, to, given] = await pair()
    expect(await take(to, from, change(given))).toBeNull()
    expect(await value(to.port.destinationKey({ deskId: two }))).toBeNull()
  })

  it('is not accepted by another desk, nor by this one in another membership, nor from another desk', async () => {
    const [from, to, given] = await pair()
    const other = await member(three)
    expect(await take(other, from, given)).toBeNull()
    expect(await value(to.port.takeDestinationKey({ deskId: three, from: from.compared, given }))).toBeNull()
    expect(await take(to, other, given)).toBeNull()
    // The right key of the sender, whose fingerprint persons did not compare.
    const swapped = { ...from, compared: { ...from.compared, fingerprint: other.compared.fingerprint } }
    expect(await take(to, swapped, given)).toBeNull()
  })

  it('is given only to an exchange key that the compared desk signed for itself', async () => {
    const [from, to] = await pair()
    const other = await member(three)
    const handOver = (compared: ComparedDesk, exchangeKey: ExchangeKey) =>
      value(from.port.giveDestinationKey({ deskId: one, to: compared, exchangeKey }))
    expect(await handOver(to.compared, other.exchangeKey)).toBeNull()
    expect(await handOver(to.compared, { ...to.exchangeKey, publicKey: other.exchangeKey.publicKey })).toBeNull()
    expect(await handOver({ ...to.compared, deskId: three }, to.exchangeKey)).toBeNull()
    expect(await handOver({ ...to.compared, fingerprint: other.compared.fingerprint }, to.exchangeKey)).toBeNull()
    // A desk hands over nothing of an earlier membership.
    const earlier = { deskId: three, to: to.compared, exchangeKey: to.exchangeKey }
    expect(await value(from.port.giveDestinationKey(earlier))).toBeNull()
  })

  it('is replaced by one with a higher number, or of two with the same number by that of the lower id', async () => {
    const [from, to] = [await member(one), await member(two)]
    const [here, there] = [(await make(from))!, (await make(to))!]
    const isHere = replacesKey(here, there)
    expect(isHere).not.toBe(replacesKey(there, here))
    expect(await take(to, from, await give(from, to))).toEqual(isHere ? here : null)
    expect(await take(from, to, await give(to, from))).toEqual(isHere ? null : there)
    expect(await digestsOf(to)).toEqual(await digestsOf(from))
    const before = await give(from, to)
    expect(await make(from, 1)).toBeNull()
    const next = (await make(from, 2))!
    expect(await take(to, from, await give(from, to))).toEqual(next)
    // An earlier one that is repeated changes nothing.
    expect(await take(to, from, before)).toBeNull()
    expect(await digestsOf(to)).toEqual(await digestsOf(from))
  })

  it('is not used while the vault is locked, and is the same after a passphrase was set up', async () => {
    const [from] = await pair()
    const before = await digestsOf(from)
    const { id } = await value(from.port.setUpProtection({ name: 'Ada Administrator', passphrase }))
    const again = from.desk.start()
    expect(await failure(again.keyedDigests(accounts))).toEqual({ code: 'vault-locked' })
    expect(await failure(again.giveDestinationKey({ deskId: one, to: from.compared, exchangeKey: from.exchangeKey }))).toEqual({ code: 'vault-locked' })
    await value(again.unlockWithPassphrase({ personId: id, passphrase }))
    expect(await digestsOf({ port: again })).toEqual(before)
  })

  it.each([
    ['team-destination-key', 'The team\'s key that recognises payouts to the same destination is damaged'],
    ['team-exchange-key', 'The key with which this desk receives the team\'s key for destinations is damaged'],
  ])('is not replaced where it is damaged: %s', async (entry, detail) => {
    const [from, to, given] = await pair()
    await take(to, from, given)
    await make(from, 2)
    const next = await give(from, to)
    const damaged = Buffer.from(`{"record":"${entry}","deskId":"${two}","number":1}\ndamaged`)
    await to.desk.keychain.set(entry, damaged)
    const port = to.desk.start()
    const refused = { code: 'keychain-doubtful', detail: expect.stringContaining(detail) as string }
    expect(await failure(port.takeDestinationKey({ deskId: two, from: from.compared, given: next }))).toEqual(refused)
    expect(await failure(entry === 'team-exchange-key'
      ? port.teamExchangeKey({ deskId: two })
      : port.makeDestinationKey({ deskId: two, number: 7 }))).toEqual(refused)
    expect(await to.desk.keychain.get(entry)).toMatchObject({ ok: true, value: damaged })
    await value(port.removeDestinationKey())
    expect(await value(port.teamExchangeKey({ deskId: two }))).not.toBeNull()
  })

  it('does not exist without a keychain: payouts could not be compared after the run of its key', async () => {
    const port = createVault({
      keychain: createMissingKeychain('none'), keychainName: 'test', wasInstalled: () => false, nativeModulePath: () => '',
    })
    expect(await value(port.teamExchangeKey({ deskId: one }))).toBeNull()
    expect(await value(port.makeDestinationKey({ deskId: one, number: 1 }))).toBeNull()
  })
})
