/** Signs heads of the journal, removals of content, and reports. Others verify with the public half of the key. */
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import { headText, removalsText, reportText, type HeadKeySignature } from '#shared/model/history/journal-head.ts'
import { success } from '#shared/result.ts'
import { headKeyId } from '../../common/signatures/head-signature.ts'
import { privateKeyBody, privateKeyIn, split } from '../keychain/record.ts'
import { putRecord, type Stores } from '../keychain/stores.ts'
import type { VaultAnswer, VaultPort } from '../port.ts'
import { createKeptKey } from './kept-key.ts'

interface SigningKey {
  readonly keyId: string
  readonly createdAt: UtcTime
  readonly since: number
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const headKeyEntry = 'journal-head-key'
const lostDetail = 'The key that signs heads of the history is missing from the keychain or damaged. No other one was '
  + 'created: no further head is signed. Restore the keychain from a backup.'

/** Creates the methods. The private key stays in this process as a key object until it ends, and never leaves it. */
export function createHeadSignatures(
  stores: Stores, now: () => Date,
): Pick<VaultPort, 'signJournalHead' | 'signRemovals' | 'signReport' | 'journalHeadKey'> {
  const kept = createKeptKey<SigningKey, SigningKey | null>(stores, { entry: headKeyEntry, lostDetail, read: keyIn })

  const create = async (since: number): VaultAnswer<SigningKey | null> => {
    const keeping = await stores.keeping()
    if (!keeping.ok) return keeping
    if (keeping.value.keeping === 'this-run-only') return success(null)
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const createdAt = now().toISOString() as UtcTime
    const header = { record: headKeyEntry, createdAt, since }
    const written = await putRecord(stores, headKeyEntry, header, privateKeyBody(privateKey))
    return written.ok ? success({ keyId: headKeyId(publicKey), createdAt, since, privateKey, publicKey }) : written
  }

  /** Signs the text that `textFor` returns for the id of the key. */
  async function signed(
    signedBefore: boolean, position: number, textFor: (keyId: string) => string | null,
  ): VaultAnswer<HeadKeySignature | null> {
    const key = await kept.knownOrCreated(signedBefore, () => create(position))
    if (!key.ok || key.value === null) return key.ok ? success(null) : key
    const { keyId, privateKey } = key.value
    // SECURITY: signs only text in the format of a head or of digests, so that no caller can have another text signed.
    const content = textFor(keyId)
    if (content === null) throw new TypeError('only heads and digests are signed')
    return success({ keyId, signature: sign(null, Buffer.from(content), privateKey).toString('base64') })
  }

  return {
    async signJournalHead({ head, signedBefore }) {
      const signature = await signed(signedBefore, head.position, (keyId) => headText(head, keyId))
      if (!signature.ok || signature.value === null) return signature.ok ? success(null) : signature
      const { journal, number, epoch, position, link, at } = head
      return success({ journal, number, epoch, position, link, at, ...signature.value })
    },

    signRemovals: ({ digests, signedBefore, position }) =>
      signed(signedBefore, position, (keyId) => removalsText(digests, keyId)),

    // SECURITY: the text states that it is about a report, so that a report's signature is not valid for a head.
    signReport: ({ digest, signedBefore, position }) =>
      signed(signedBefore, position, (keyId) => reportText(digest, keyId)),

    async journalHeadKey({ signedBefore }) {
      const key = await kept.known(signedBefore)
      if (!key.ok || key.value === null) return key.ok ? success(null) : key
      const { keyId, createdAt, since, publicKey } = key.value
      return success({ keyId, createdAt, since, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() })
    },
  }
}

function keyIn(bytes: Buffer): SigningKey | null {
  const parts = split(bytes)
  if (parts?.header.record !== headKeyEntry) return null
  const { createdAt, since } = parts.header
  if (typeof createdAt !== 'string' || typeof since !== 'number') return null
  const privateKey = privateKeyIn(parts.body)
  if (privateKey === null) return null
  const publicKey = createPublicKey(privateKey)
  return { keyId: headKeyId(publicKey), createdAt: createdAt as UtcTime, since, privateKey, publicKey }
}
