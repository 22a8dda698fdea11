/** Parses signed heads of a team's logs, and verifies them with the public key. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import { deskIdSchema } from '#shared/model/values/branded.ts'
import { z } from '#shared/model/values/zod.ts'
import { teamHeadText, type SignedTeamHead } from '#shared/team/chain-text.ts'
import { headKeyId } from './head-signature.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const recordSchema = z.object({
  head: z.object({
    deskId: deskIdSchema, number: z.int(), link: digest, receipts: digest, seen: digest,
    at: z.custom<UtcTime>((value) => typeof value === 'string'), keyId: z.string(), signature: z.string(),
  }),
  seen: z.array(z.object({ deskId: deskIdSchema, number: z.int().positive(), link: digest })).readonly(),
})

/** The record of an event `head`. */
export type HeadRecord = z.infer<typeof recordSchema>

/** Parses the record of an event `head` from its facts; null if they contain no valid one. */
export function headRecordIn(facts: string): HeadRecord | null {
  return recordSchema.safeParse(recordIn(facts)).data ?? null
}

/** The desk's own record in an event's facts, unchecked; null for a text that is no JSON object. */
export function recordIn(facts: string): unknown {
  try {
    const read: unknown = JSON.parse(facts)
    return typeof read === 'object' && read !== null ? Reflect.get(read, 'record') : null
  } catch {
    return null
  }
}

/** The public key of a desk (Ed25519, PEM); null for any other text. */
export function deskKeyIn(pem: string | null): KeyObject | null {
  try {
    const key = pem === null ? null : createPublicKey(pem)
    return key?.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** Whether a head names this key and has its valid signature. */
export function isTeamHeadSigned(head: SignedTeamHead, key: KeyObject): boolean {
  // SECURITY: the id is computed from the key, so that a head cannot name a key that did not sign it.
  const content = teamHeadText(head, headKeyId(key))
  if (content === null || head.keyId !== headKeyId(key)) return false
  return verify(null, Buffer.from(content), key, Buffer.from(head.signature, 'base64'))
}
