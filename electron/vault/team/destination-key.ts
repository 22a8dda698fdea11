/**
 * The team's key for digests of destinations: creates it, seals it for other desks, accepts it from them. Accounts can
 * be guessed, so only the team's desks may have the key.
 */
import {
  createHmac, createPublicKey, createSecretKey, generateKeyPairSync, randomBytes, sign, verify,
  type KeyObject,
} from 'node:crypto'
import type { DeskId } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import {
  exchangeKeyText, givenKeyText, replacesKey, type ExchangeKey, type KeyName,
} from '#shared/team/destination-key.ts'
import { fingerprintOf } from '../../common/signatures/key-fingerprint.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import { deskKeyIn } from '../../common/signatures/team-head.ts'
import { deleteAll } from '../keychain/keychain.ts'
import { privateKeyBody, privateKeyIn, split } from '../keychain/record.ts'
import { putRecord, type Stores } from '../keychain/stores.ts'
import type { ComparedDesk, DestinationKeyMethods, VaultAnswer } from '../port.ts'
import { createKeptKey } from '../signing/kept-key.ts'
import type { TeamHeadKey } from './heads.ts'
import { publicText, seal, unseal } from './sealed-key.ts'

const keyEntry = 'team-destination-key'
const exchangeEntry = 'team-exchange-key'
const keyBytes = 32
const remedy = 'is damaged in the keychain. No other one was created. Restore the keychain from a backup, or leave the '
  + 'team and join it again.'
const lostKey = `The team's key that recognises payouts to the same destination ${remedy}`
const lostExchangeKey = `The key with which this desk receives the team's key for destinations ${remedy}`

/** A key that this desk stored in one of its memberships. */
interface Kept { readonly deskId: unknown; readonly key: KeyObject }
interface Held extends Kept, KeyName {}

/** Creates the methods. The unsealed key is only in this process and in the keychain. */
export function createDestinationKey(stores: Stores, headKey: TeamHeadKey): {
  readonly methods: DestinationKeyMethods
  /** The key that digests are computed with; null without one. */
  readonly forDigests: () => VaultAnswer<KeyObject | null>
} {
  const kept = createKeptKey<Held>(stores, { entry: keyEntry, lostDetail: lostKey, read: heldIn })
  const exchange = createKeptKey<Kept>(stores, { entry: exchangeEntry, lostDetail: lostExchangeKey, read: exchangeIn })
  // One call at a time: an accepted key must not be overwritten by one that another call creates or reads meanwhile.
  const inTurn = serialQueue()
  /** True if the keychain has no key, so that it is not read again for each payment. */
  let isAbsent = false

  async function isLasting(): VaultAnswer<boolean> {
    const keeping = await stores.keeping()
    return keeping.ok ? success(keeping.value.keeping === 'keychain') : keeping
  }

  /** The key of this membership; null if the stored one belongs to an earlier membership. */
  async function heldBy(deskId: DeskId): VaultAnswer<Held | null> {
    const held = await kept.known(false)
    return held.ok && held.value?.deskId !== deskId ? success(null) : held
  }

  async function exchangeOf(deskId: DeskId): VaultAnswer<KeyObject | null> {
    const known = await exchange.known(false)
    return known.ok ? success(known.value?.deskId === deskId ? known.value.key : null) : known
  }

  /** Stores the key, and wipes it. */
  async function keep(deskId: DeskId, name: KeyName, secret: Buffer): VaultAnswer<KeyName> {
    const text = Buffer.from(secret.toString('hex'))
    secret.fill(0)
    const written = await putRecord(stores, keyEntry, { record: keyEntry, deskId, number: name.number }, text)
    kept.forget()
    isAbsent = false
    return written.ok ? success(name) : written
  }

  async function createExchangeKey(deskId: DeskId): VaultAnswer<KeyObject> {
    const { privateKey } = generateKeyPairSync('x25519')
    const body = privateKeyBody(privateKey)
    const written = await putRecord(stores, exchangeEntry, { record: exchangeEntry, deskId }, body)
    exchange.forget()
    return written.ok ? success(privateKey) : written
  }

  const methods: DestinationKeyMethods = {
    teamExchangeKey: ({ deskId }) => inTurn(async () => {
      const [lasting, signing] = [await isLasting(), await headKey.known(false)]
      if (!lasting.ok) return lasting
      if (!signing.ok) return signing
      if (!lasting.value || signing.value === null) return success(null)
      const known = await exchangeOf(deskId)
      if (!known.ok) return known
      const key = known.value === null ? await createExchangeKey(deskId) : success(known.value)
      if (!key.ok) return key
      const publicKey = publicText(createPublicKey(key.value))
      return success({ publicKey, signature: signed(signing.value, exchangeKeyText(deskId, publicKey)) })
    }),

    destinationKey: ({ deskId }) => inTurn(async () => {
      const held = await heldBy(deskId)
      return held.ok ? success(held.value === null ? null : nameOf(held.value)) : held
    }),

    makeDestinationKey: ({ deskId, number }) => inTurn(async () => {
      const [lasting, held] = [await isLasting(), await heldBy(deskId)]
      if (!lasting.ok) return lasting
      if (!held.ok) return held
      if (!lasting.value || (held.value !== null && held.value.number >= number)) return success(null)
      const secret = randomBytes(keyBytes)
      return await keep(deskId, { number, keyId: idOf(createSecretKey(secret)) }, secret)
    }),

    giveDestinationKey: ({ deskId, to, exchangeKey }) => inTurn(async () => {
      const [held, signing] = [await heldBy(deskId), await headKey.known(false)]
      if (!held.ok) return held
      if (!signing.ok) return signing
      if (held.value === null || signing.value === null || !isOfDesk(to, exchangeKey)) return success(null)
      const secret = held.value.key.export()
      try {
        const sealFor = { ...nameOf(held.value), to: to.deskId, exchangeKey: exchangeKey.publicKey }
        const given = seal(secret, deskId, sealFor)
        if (given === null) return success(null)
        return success({ ...given, signature: signed(signing.value, givenKeyText(deskId, given)) })
      } finally {
        secret.fill(0)
      }
    }),

    takeDestinationKey: ({ deskId, from, given }) => inTurn(async () => {
      const [held, own] = [await heldBy(deskId), await exchangeOf(deskId)]
      if (!held.ok) return held
      if (!own.ok) return own
      // SECURITY: whoever plants a key of their own could find accounts by trying. So the key is accepted only from a
      // desk whose key persons compared, and only if it is sealed for this desk.
      const isForThis = given.to === deskId && isSignedBy(from, givenKeyText(from.deskId, given), given.signature)
      if (own.value === null || !isForThis) return success(null)
      const name = { number: given.number, keyId: given.keyId }
      if (!replacesKey(name, held.value)) return success(null)
      const secret = unseal(own.value, from.deskId, given)
      if (secret === null) return success(null)
      if (secret.length !== keyBytes || idOf(createSecretKey(secret)) !== name.keyId) {
        secret.fill(0)
        return success(null)
      }
      return await keep(deskId, name, secret)
    }),

    removeDestinationKey: () => inTurn(async () => {
      const deleted = await deleteAll(stores, [keyEntry, exchangeEntry])
      // Forgotten after the deletion, so that a read in between does not keep a deleted key.
      for (const one of [kept, exchange]) one.forget()
      return deleted
    }),
  }

  return {
    methods,
    forDigests: () => inTurn(async () => {
      if (isAbsent) return success(null)
      const held = await kept.known(false)
      isAbsent = held.ok && held.value === null
      return held.ok ? success(held.value?.key ?? null) : held
    }),
  }
}

/** The id of a key: a digest by the key itself. SECURITY: like its other digests, it reveals nothing about the key. */
function idOf(key: KeyObject): string {
  return createHmac('sha256', key).update('Gateway Console destination key id\n').digest('hex').slice(0, 32)
}

function nameOf({ number, keyId }: KeyName): KeyName {
  return { number, keyId }
}

function signed(key: KeyObject, text: string): string {
  return sign(null, Buffer.from(text), key).toString('base64')
}

function isOfDesk(desk: ComparedDesk, { publicKey, signature }: ExchangeKey): boolean {
  return isSignedBy(desk, exchangeKeyText(desk.deskId, publicKey), signature)
}

/** SECURITY: the database supplies the public key, so it is trusted only with the fingerprint that persons compared. */
function isSignedBy({ publicKey, fingerprint }: ComparedDesk, text: string, signature: string): boolean {
  const key = deskKeyIn(publicKey)
  return key !== null && fingerprintOf(key) === fingerprint && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

function heldIn(bytes: Buffer): Held | null {
  const parts = split(bytes)
  if (parts?.header.record !== keyEntry) return null
  const { deskId, number } = parts.header
  const text = parts.body.toString('latin1')
  if (typeof number !== 'number' || !/^[0-9a-f]{64}$/.test(text)) return null
  const secret = Buffer.from(text, 'hex')
  try {
    const key = createSecretKey(secret)
    return { deskId, number, keyId: idOf(key), key }
  } finally {
    secret.fill(0)
  }
}

function exchangeIn(bytes: Buffer): Kept | null {
  const parts = split(bytes)
  if (parts?.header.record !== exchangeEntry) return null
  const key = privateKeyIn(parts.body)
  return key?.asymmetricKeyType === 'x25519' ? { deskId: parts.header.deskId, key } : null
}
