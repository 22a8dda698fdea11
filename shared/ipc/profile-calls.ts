/** The bridge's calls for profiles, their control secrets and certificate authorities. */
import { checkLineSchema, profileListSchema } from '../model/application/app.ts'
import { profileIdSchema } from '../model/values/branded.ts'
import { profileDifferenceSchema } from '../model/profiles/profile-differences.ts'
import { typedProfileDraftSchema } from '../model/profiles/typed-profile.ts'
import { readTypedSecret, secretLeftOuts } from '../model/profiles/typed-secret.ts'
import { z } from '../model/values/zod.ts'
import { reason, writeOnly } from './parts.ts'
import { call } from './authority.ts'
import { certificateCalls } from './certificate-calls.ts'
import {
  administrator, always, asking, loosensProfiles, ofProduction, person, proving, savesProduction, savesReal,
} from './rules.ts'

const nothing = z.null()
const secret = writeOnly(z.string().max(1_280).refine((text) => readTypedSecret(text).secret !== ''))
/** The handle of a secret that waits in the vault; it reveals nothing about the secret. */
const held = z.string().regex(/^[\da-f]{32}$/)

export const profileCalls = {
  ...certificateCalls,

  'profiles.list': call({ input: nothing, output: profileListSchema, authority: person }),
  'profiles.choose': call({ input: z.object({ id: profileIdSchema }), output: profileListSchema, authority: person }),
  'profiles.save': call({
    input: z.object({
      id: profileIdSchema.nullable(), draft: typedProfileDraftSchema,
      /** A person's answer to `open-outcomes`. `sameMerchant`: the same merchant at another address. */
      openOutcomes: z.object({ reason, sameMerchant: z.boolean() }).optional(),
    }),
    output: z.object({ id: profileIdSchema }),
    authority: { ...asking(savesProduction, 'first', loosensProfiles), protection: savesReal },
  }),
  /** Main shows a dialog for a PNG, decodes and re-encodes it; the page gets no path. Nothing is saved. */
  'profiles.chooseLogo': call({
    input: z.null(), output: z.object({ logo: z.string(), width: z.number(), height: z.number() }),
    authority: administrator,
  }),
  /** The differences between a profile and its last confirmed version; `before` is null if not known. */
  'profiles.differences': call({
    input: z.object({ id: profileIdSchema }), output: z.array(profileDifferenceSchema).readonly(),
    authority: person,
  }),
  /** A person has seen the differences and accepts them: the profile may send again. */
  'profiles.confirm': call({
    input: z.object({ id: profileIdSchema }), output: nothing,
    authority: asking(always, 'first', always),
  }),
  /** An administrator has seen which profiles are missing from their file: the warning ends. */
  'profiles.acceptMissing': call({
    input: nothing, output: nothing,
    authority: asking(always, 'first', always),
  }),
  'profiles.remove': call({
    /** `reason`: why a profile with open outcomes is removed. */
    input: z.object({ id: profileIdSchema, reason: reason.optional() }), output: nothing,
    authority: proving(ofProduction),
  }),
  'profiles.storeSecret': call({
    input: z.object({ id: profileIdSchema, secret }),
    /** SECURITY: only the kind of text around the secret that was left out, never the text. */
    output: z.object({ leftOut: z.array(z.enum(secretLeftOuts)).readonly() }),
    authority: proving(ofProduction),
  }),
  /**
   * Keeps the secret of a pasted mail in the vault until its profile is saved. The next held secret replaces it; a lock
   * of the desk drops it. SECURITY: the page has only its handle.
   */
  'profiles.holdSecret': call({ input: z.object({ secret }), output: z.object({ held }), authority: administrator }),
  'profiles.storeHeldSecret': call({
    input: z.object({ id: profileIdSchema, held }), output: nothing,
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
