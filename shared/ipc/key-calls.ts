/** The part of the bridge's contract that is about key pairs and their lives. */
import { holdsCardNumber } from '../gateway/luhn.ts'
import { checkLineSchema } from '../model/app.ts'
import { keyIdSchema, merchantKeySchema, profileIdSchema } from '../model/branded.ts'
import { environmentSchema } from '../model/environment.ts'
import { keyDescriptionSchema, keySizeSchema } from '../model/key.ts'
import { livesSchema } from '../model/key-life.ts'
import { z } from '../model/zod.ts'
import { writeOnly } from './parts.ts'

const nothing = z.null()
/** SECURITY: a name is shown and kept in clear. */
const keyName = z.string().trim().min(1).max(60).refine((name) => !holdsCardNumber(name))
const keyText = writeOnly(z.string().min(1).max(65_536))
const passphrase = writeOnly(z.string().max(1_024))
const generationId = z.string().min(1).max(64)
const oneKey = z.object({ keyId: keyIdSchema })
/** A profile, and the merchant that the person was shown for it. */
const shownProfile = { profileId: profileIdSchema, merchant: merchantKeySchema }

export const keyCalls = {
  'keys.list': { input: nothing, output: z.array(keyDescriptionSchema) },
  /** Where every key and control secret stands, its dates, and what is next. */
  'keys.lives': { input: nothing, output: livesSchema },
  /** `replaces`: the key that the new one is to follow. */
  'keys.generate': {
    input: z.object({
      generationId, name: keyName, environment: environmentSchema, bits: keySizeSchema,
      replaces: keyIdSchema.optional(),
    }),
    output: keyDescriptionSchema, needs: 'administrator',
  },
  'keys.cancelGeneration': { input: z.object({ generationId }), output: nothing, needs: 'administrator' },
  'keys.importText': {
    input: z.object({
      name: keyName, environment: environmentSchema, pem: keyText, passphrase: passphrase.optional(),
    }),
    output: keyDescriptionSchema, needs: 'administrator',
  },
  /** Main asks for the file and reads it; the page never sees its text. `cancelled` when nothing was chosen. */
  'keys.importFile': {
    input: z.object({ name: keyName, environment: environmentSchema, passphrase: passphrase.optional() }),
    output: keyDescriptionSchema, needs: 'administrator',
  },
  'keys.publicKey': { input: oneKey, output: z.object({ description: keyDescriptionSchema, pem: z.string() }) },
  'keys.savePublicKey': { input: oneKey, output: z.object({ fileName: z.string() }) },
  /** A person copied the public key (`exported`), or sent it to gateway support (`sent`). */
  'keys.noteStep': {
    input: z.object({ keyId: keyIdSchema, step: z.enum(['exported', 'sent']) }), output: nothing, needs: 'administrator',
  },
  'keys.prove': { input: oneKey, output: z.object({ belongsTogether: z.boolean() }) },
  /**
   * Asks the gateway of a profile for the status of an order that cannot exist, signed with this key, whichever key the
   * profile uses. The key is confirmed for the merchant that the person was shown.
   */
  'keys.test': {
    input: oneKey.extend(shownProfile), output: z.object({ isProven: z.boolean(), line: checkLineSchema }),
    needs: 'administrator',
  },
  /** These profiles sign with the key from now on; each for the merchant that the person was shown. */
  'keys.use': {
    input: oneKey.extend({ profiles: z.array(z.object(shownProfile)).min(1).max(100) }), output: nothing,
    needs: 'administrator',
  },
  /** A person lets the profile's key sign for a merchant, having seen which ones it signs for already. */
  'keys.confirmAddress': { input: z.object(shownProfile), output: nothing, needs: 'administrator' },
  /**
   * Writes the private key, encrypted in the vault, to a file that main asks for (owner-only). `cancelled` when none
   * was chosen.
   */
  'keys.backUp': {
    input: oneKey.extend({ passphrase }), output: z.object({ fileName: z.string() }), needs: 'administrator',
  },
  /** No profile can choose the key any more. Refused while one uses it or open outcomes need it. */
  'keys.retire': { input: oneKey, output: nothing, needs: 'administrator' },
  'keys.reinstate': { input: oneKey, output: nothing, needs: 'administrator' },
  /** Destroys the private key, under the same conditions; one that was ever used has to be retired first. */
  'keys.remove': { input: oneKey, output: nothing, needs: 'administrator' },
} as const
