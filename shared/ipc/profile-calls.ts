/** The part of the bridge's contract that is about profiles and their control secrets. */
import { checkLineSchema, profileListSchema } from '../model/app.ts'
import { profileIdSchema } from '../model/branded.ts'
import { profileDifferenceSchema } from '../model/profile-differences.ts'
import { typedProfileDraftSchema } from '../model/typed-profile.ts'
import { readTypedSecret, secretLeftOuts } from '../model/typed-secret.ts'
import { z } from '../model/zod.ts'
import { reason, writeOnly } from './parts.ts'

const nothing = z.null()

export const profileCalls = {
  'profiles.list': { input: nothing, output: profileListSchema },
  'profiles.choose': { input: z.object({ id: profileIdSchema }), output: profileListSchema },
  'profiles.save': {
    input: z.object({
      id: profileIdSchema.nullable(), draft: typedProfileDraftSchema,
      /** What a person answers to `open-outcomes`. `sameMerchant`: the merchant has moved, and is no other. */
      openOutcomes: z.object({ reason, sameMerchant: z.boolean() }).optional(),
    }),
    output: z.object({
      id: profileIdSchema,
      /** Certificates of its file that have expired, beside others that are valid: by name and date. */
      expiredAuthorities: z.array(z.string()).readonly().optional(),
    }),
    needs: 'administrator',
  },
  /** Main asks for the file; `cancelled` when nothing was chosen. It is read when the profile is saved. */
  'profiles.chooseAuthoritiesFile': { input: nothing, output: z.object({ path: z.string() }), needs: 'administrator' },
  /** How a profile differs from what was confirmed last; `before` is null where nothing confirmed is known. */
  'profiles.differences': { input: z.object({ id: profileIdSchema }), output: z.array(profileDifferenceSchema).readonly() },
  /** A person has looked at the differences: from now on the profile may send as it stands. */
  'profiles.confirm': { input: z.object({ id: profileIdSchema }), output: nothing, needs: 'administrator' },
  'profiles.remove': {
    /** `reason`: why a profile goes whose open outcomes were shown. */
    input: z.object({ id: profileIdSchema, reason: reason.optional() }), output: nothing, needs: 'administrator',
  },
  'profiles.storeSecret': {
    input: z.object({
      id: profileIdSchema,
      secret: writeOnly(z.string().max(1_280).refine((text) => readTypedSecret(text).secret !== '')),
    }),
    /** SECURITY: only which kind of thing stood around the secret, nothing of the text. */
    output: z.object({ leftOut: z.array(z.enum(secretLeftOuts)).readonly() }),
    needs: 'administrator',
  },
  'profiles.removeSecret': { input: z.object({ id: profileIdSchema }), output: nothing, needs: 'administrator' },
  'profiles.testConnection': { input: z.object({ id: profileIdSchema }), output: z.array(checkLineSchema) },
} as const
