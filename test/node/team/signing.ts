// Desks that sign heads in tests, as a vault does.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import { teamHeadText, type SeenDesk, type SignedTeamHead, type TeamHead } from '#shared/team/chain-text.ts'
import { headKeyId } from '../../../electron/common/signatures/head-signature.ts'
import { at, must, type TestDesk } from './support.ts'

export interface Signer {
  readonly publicKey: string
  sign(head: TeamHead): Promise<SignedTeamHead>
}

/** A new key. */
export function signer(): Signer {
  const keys = generateKeyPairSync('ed25519')
  const keyId = headKeyId(keys.publicKey)
  return { publicKey: pem(keys.publicKey), sign: (head) => Promise.resolve(signed(head, keyId, keys.privateKey)) }
}

/** Publishes a head of the desk, which must have unsigned events. */
export async function publishHead(
  desk: TestDesk, seen: readonly SeenDesk[], keys: Signer, time: UtcTime = at(),
): Promise<void> {
  const signing = (head: TeamHead) => keys.sign(head)
  must(await desk.publish(must(await desk.port.composeHead(desk.id, desk.position, time, seen, signing))!))
}

const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()

function signed(head: TeamHead, keyId: string, key: KeyObject): SignedTeamHead {
  return { ...head, keyId, signature: sign(null, Buffer.from(teamHeadText(head, keyId)!), key).toString('base64') }
}
