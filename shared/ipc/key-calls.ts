/** The bridge's calls for key pairs and their lifecycles. */
import { holdsCardNumber } from '../gateway/numbers/luhn.ts'
import { checkLineSchema } from '../model/application/app.ts'
import { keyIdSchema, merchantKeySchema, profileIdSchema } from '../model/values/branded.ts'
import { environmentSchema } from '../model/values/environment.ts'
import { keyDescriptionSchema, keySizeSchema } from '../model/keys/key.ts'
import { livesSchema } from '../model/keys/key-life.ts'
import { z } from '../model/values/zod.ts'
import { writeOnly } from './parts.ts'
import { call } from './authority.ts'
import {
  always, administrator, forProduction, onAnyProduction, onProduction, person, proving, whereProductionIs,
} from './rules.ts'

const nothing = z.null()
/** SECURITY: a name is shown and stored unencrypted. */
const keyName = z.string().trim().min(1).max(60).refine((name) => !holdsCardNumber(name))
const keyText = writeOnly(z.string().min(1).max(65_536))
const passphrase = writeOnly(z.string().max(1_024))
const generationId = z.string().min(1).max(64)
const oneKey = z.object({ keyId: keyIdSchema })
/** A profile, with the merchant that the page showed to the person. */
const shownProfile = { profileId: profileIdSchema, merchant: merchantKeySchema }

export const keyCalls = {
  'keys.list': call({ input: nothing, output: z.array(keyDescriptionSchema), authority: person }),
  /**
   * The lifecycle of every key and control secret: state, dates, next step. Also the expiring certificate authorities.
   */
  'keys.lives': call({ input: nothing, output: livesSchema, authority: person }),
  /** `replaces`: the key that the new one will replace. */
  'keys.generate': call({
    input: z.object({
      generationId, name: keyName, environment: environmentSchema, bits: keySizeSchema,
      replaces: keyIdSchema.optional(),
    }),
    output: keyDescriptionSchema,
    authority: proving(forProduction),
  }),
  'keys.cancelGeneration': call({ input: z.object({ generationId }), output: nothing, authority: administrator }),
  'keys.importText': call({
    input: z.object({
      name: keyName, environment: environmentSchema, pem: keyText, passphrase: passphrase.optional(),
    }),
    output: keyDescriptionSchema,
    authority: proving(forProduction),
  }),
  /** Main shows the dialog and reads the file; the page never gets its text. `cancelled` if none was chosen. */
  'keys.importFile': call({
    input: z.object({ name: keyName, environment: environmentSchema, passphrase: passphrase.optional() }),
    output: keyDescriptionSchema,
    authority: proving(forProduction),
  }),
  'keys.publicKey': call({
    input: oneKey, output: z.object({ description: keyDescriptionSchema, pem: z.string() }),
    authority: person,
  }),
  'keys.savePublicKey': call({ input: oneKey, output: z.object({ fileName: z.string() }), authority: person }),
  /** A person copied the public key (`exported`), or sent it to gateway support (`sent`). */
  'keys.noteStep': call({
    input: z.object({ keyId: keyIdSchema, step: z.enum(['exported', 'sent']) }), output: nothing,
    authority: administrator,
  }),
  'keys.prove': call({ input: oneKey, output: z.object({ belongsTogether: z.boolean() }), authority: person }),
  /**
   * Queries the gateway of a profile for an order that cannot exist, signed with this key even if the profile uses
   * another. Confirms the key for the shown merchant.
   */
  'keys.test': call({
    input: oneKey.extend(shownProfile), output: z.object({ isProven: z.boolean(), line: checkLineSchema }),
    authority: proving(onProduction),
  }),
  /** These profiles sign with the key from now on, each for the shown merchant. */
  'keys.use': call({
    input: oneKey.extend({ profiles: z.array(z.object(shownProfile)).min(1).max(100) }), output: nothing,
    authority: proving(onAnyProduction),
  }),
  /**
   * A person permits the profile's key to sign for a merchant, after seeing the merchants that it already signs for.
   */
  'keys.confirmAddress': call({ input: z.object(shownProfile), output: nothing, authority: proving(onProduction) }),
  /** Saves the private key, encrypted by the vault, to an owner-only file; `cancelled` if none was chosen. */
  'keys.backUp': call({
    input: oneKey.extend({ passphrase }), output: z.object({ fileName: z.string() }),
    authority: proving(always),
  }),
  /** Profiles can no longer choose the key. Refused while a profile uses it or open outcomes need it. */
  'keys.retire': call({ input: oneKey, output: nothing, authority: proving(whereProductionIs) }),
  'keys.reinstate': call({ input: oneKey, output: nothing, authority: proving(whereProductionIs) }),
  /** Destroys the private key, under the same conditions; a key that was ever used must be retired first. */
  'keys.remove': call({ input: oneKey, output: nothing, authority: proving(whereProductionIs) }),
} as const
