/** The key that signs this desk's heads in the team journal. The team receives its public half when the desk joins. */
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { success } from '#shared/result.ts'
import { teamHeadText } from '#shared/team/chain-text.ts'
import { headKeyId } from '../../common/signatures/head-signature.ts'
import { privateKeyBody, privateKeyIn, split } from '../keychain/record.ts'
import { putRecord, type Stores } from '../keychain/stores.ts'
import type { VaultAnswer, VaultPort } from '../port.ts'
import { createKeptKey, type KeptKey } from '../signing/kept-key.ts'

const keyEntry = 'team-head-key'
const lostDetail = 'The key that signs for the team journal is missing from the keychain or damaged. No other one was '
  + 'created. Restore the keychain from a backup, or leave the team and join it again.'

/** A desk's private key in its team. It stays in this process until it ends, and never leaves it. */
export type TeamHeadKey = KeptKey<KeyObject, KeyObject | null>

/** Manages the key in its entry of the keychain. */
export function createTeamHeadKey(stores: Stores): TeamHeadKey {
  return createKeptKey<KeyObject, KeyObject | null>(stores, { entry: keyEntry, lostDetail, read: keyIn })
}

/** Creates the methods that sign heads of the team journal. */
export function createTeamHeads(
  stores: Stores, kept: TeamHeadKey = createTeamHeadKey(stores),
): Pick<VaultPort, 'teamHeadKey' | 'signTeamHead'> {
  const create = async (): VaultAnswer<KeyObject | null> => {
    const keeping = await stores.keeping()
    if (!keeping.ok) return keeping
    // A key that is lost with this run proves nothing later.
    if (keeping.value.keeping === 'this-run-only') return success(null)
    const { privateKey } = generateKeyPairSync('ed25519')
    const written = await putRecord(stores, keyEntry, { record: keyEntry }, privateKeyBody(privateKey))
    return written.ok ? success(privateKey) : written
  }

  return {
    async teamHeadKey() {
      const key = await kept.knownOrCreated(false, create)
      if (!key.ok || key.value === null) return key.ok ? success(null) : key
      return success(createPublicKey(key.value).export({ type: 'spki', format: 'pem' }).toString())
    },

    async signTeamHead({ head }) {
      const key = await kept.known(false)
      if (!key.ok || key.value === null) return key.ok ? success(null) : key
      const keyId = headKeyId(createPublicKey(key.value))
      // SECURITY: signs only text in the format of a head, so that no caller can have another text signed.
      const content = teamHeadText(head, keyId)
      if (content === null) throw new TypeError('only heads are signed')
      const { deskId, number, link, receipts, seen, at } = head
      const signature = sign(null, Buffer.from(content), key.value).toString('base64')
      return success({ deskId, number, link, receipts, seen, at, keyId, signature })
    },
  }
}

function keyIn(bytes: Buffer): KeyObject | null {
  const parts = split(bytes)
  return parts?.header.record === keyEntry ? privateKeyIn(parts.body) : null
}
