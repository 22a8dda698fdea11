/** The part of the bridge's contract that is about profiles, their control secrets and certificate authorities. */
import { checkLineSchema, profileListSchema } from '../model/app.ts'
import { profileIdSchema } from '../model/branded.ts'
import { profileDifferenceSchema } from '../model/profile-differences.ts'
import { typedProfileDraftSchema } from '../model/typed-profile.ts'
import { readTypedSecret, secretLeftOuts } from '../model/typed-secret.ts'
import { z } from '../model/zod.ts'
import { reason, writeOnly } from './parts.ts'
import { call } from './authority.ts'
import { certificateCalls } from './certificate-calls.ts'
import {
  always, asking, loosensProfiles, ofProduction, person, proving, savesProduction, savesReal,
} from './rules.ts'

const nothing = z.null()

export const profileCalls = {
  ...certificateCalls,

  'profiles.list': call({ input: nothing, output: profileListSchema, authority: person }),
  'profiles.choose': call({ input: z.object({ id: profileIdSchema }), output: profileListSchema, authority: person }),
  'profiles.save': call({
    input: z.object({
      id: profileIdSchema.nullable(), draft: typedProfileDraftSchema,
      /** What a person answers to `open-outcomes`. `sameMerchant`: the merchant has moved, and is no other. */
      openOutcomes: z.object({ reason, sameMerchant: z.boolean() }).optional(),
    }),
    output: z.object({ id: profileIdSchema }),
    authority: { ...asking(savesProduction, 'first', loosensProfiles), protection: savesReal },
  }),
  /** How a profile differs from what was confirmed last; `before` is null where nothing confirmed is known. */
  'profiles.differences': call({
    input: z.object({ id: profileIdSchema }), output: z.array(profileDifferenceSchema).readonly(),
    authority: person,
  }),
  /** A person has looked at the differences: from now on the profile may send as it stands. */
  'profiles.confirm': call({
    input: z.object({ id: profileIdSchema }), output: nothing,
    authority: asking(always, 'first', always),
  }),
  /** An administrator has seen which profiles were taken out of their file: the warning ends. */
  'profiles.acceptMissing': call({
    input: nothing, output: nothing,
    authority: asking(always, 'first', always),
  }),
  'profiles.remove': call({
    /** `reason`: why a profile goes whose open outcomes were shown. */
    input: z.object({ id: profileIdSchema, reason: reason.optional() }), output: nothing,
    authority: proving(ofProduction),
  }),
  'profiles.storeSecret': call({
    input: z.object({
      id: profileIdSchema,
      secret: writeOnly(z.string().max(1_280).refine((text) => readTypedSecret(text).secret !== '')),
    }),
    /** SECURITY: only which kind of thing stood around the secret, nothing of the text. */
    output: z.object({ leftOut: z.array(z.enum(secretLeftOuts)).readonly() }),
    authority: proving(ofProduction),
  }),
  'profiles.removeSecret': call({
    input: z.object({ id: profileIdSchema }), output: nothing,
    authority: proving(ofProduction),
  }),
  'profiles.testConnection': call({
    input: z.object({ id: profileIdSchema }), output: z.array(checkLineSchema),
    authority: person,
  }),
} as const
