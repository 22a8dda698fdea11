/**
 * The team's key for digests of destinations. Desks pass it to each other, sealed, through the database. SECURITY: the
 * database must never learn it: whoever has it can find the accounts behind the digests by trying.
 */
import type { DeskId } from '../brands.ts'
import { deskIdSchema } from '../model/values/branded.ts'
import { z } from '../model/values/zod.ts'

/** Base64 of exactly so many bytes, with padding. */
const base64 = (bytes: number) => z.string().length(4 * Math.ceil(bytes / 3)).regex(/^[A-Za-z0-9+/]+={0,2}$/)

/** A public X25519 key as SubjectPublicKeyInfo (DER). */
const publicKeySchema = base64(44)
const signatureSchema = base64(64)

/** The public key for which a desk asks others to seal the team's key, signed by the key of its heads. */
export const exchangeKeySchema = z.object({ publicKey: publicKeySchema, signature: signatureSchema })
export type ExchangeKey = z.infer<typeof exchangeKeySchema>

/** Names a key and reveals nothing about it. `number` counts the keys of a team: a replacement has a higher one. */
export const keyNameSchema = z.object({
  number: z.int().min(1).max(1_000_000), keyId: z.string().regex(/^[0-9a-f]{32}$/),
})
export type KeyName = z.infer<typeof keyNameSchema>

/** The key as one desk gives it to another: sealed for the receiver, and signed by the key of the giver's heads. */
export const givenKeySchema = keyNameSchema.extend({
  to: deskIdSchema,
  /** The key of the receiving desk that it was sealed for. */
  exchangeKey: publicKeySchema,
  /** Used once, for this seal. */
  ephemeralKey: publicKeySchema,
  /** AES-256-GCM: 32 bytes and the tag. */
  sealed: base64(48),
  signature: signatureSchema,
})
export type GivenKey = z.infer<typeof givenKeySchema>

/** The kinds of events about the key in a desk's chain. */
export const keyEventKinds = ['exchange-key', 'destination-key-made', 'destination-key-given'] as const
export type KeyEventKind = typeof keyEventKinds[number]

/** Whether an event of this kind is about the key. */
export function isKeyEvent(kind: string): boolean {
  return (keyEventKinds as readonly string[]).includes(kind)
}

/**
 * Whether a desk replaces `other` with `one`: the higher number wins. Two desks may have created keys with the same
 * number: then the lower id wins, so that all desks decide alike without a message.
 */
export function replacesKey(one: KeyName, other: KeyName | null): boolean {
  if (other === null || one.number !== other.number) return other === null || one.number > other.number
  return one.keyId < other.keyId
}

/**
 * The text that a desk signs with its exchange key. SECURITY: no other signed text has this first line, so that the
 * signature is valid for nothing else. A desk's id is random and belongs to one membership in one team.
 */
export function exchangeKeyText(deskId: DeskId, publicKey: string): string {
  return `Gateway Console team exchange key 1\ndesk ${deskId}\npublic key ${publicKey}\n`
}

/** The text that a sealed key is bound to: both desks, its name, and both keys of the seal. */
export function sealText(from: DeskId, { to, number, keyId, exchangeKey, ephemeralKey }: Omit<GivenKey, 'sealed' | 'signature'>): string {
  return `Gateway Console team destination key 1\nfrom ${from}\nto ${to}\nnumber ${number}\nkey ${keyId}\n`
    + `exchange key ${exchangeKey}\nephemeral key ${ephemeralKey}\n`
}

/** The text that a desk signs when it gives the key to another. */
export function givenKeyText(from: DeskId, given: Omit<GivenKey, 'signature'>): string {
  return `${sealText(from, given)}sealed ${given.sealed}\n`
}
