/** The rules for which calls of the bridge require a passphrase, a new proof of it, or a message box of the system. */
import type { EntryId, ProfileId } from '../brands.ts'
import type { Environment } from '../model/values/environment.ts'
import { loosensProfile, redirectsStaging } from '../model/loosening/profile.ts'
import { loosensSettings } from '../model/loosening/settings.ts'
import { loosensPerson, type PersonChange } from '../model/loosening/person.ts'
import type { Profile, ProfileDraft } from '../model/profiles/profile.ts'
import type { SentSettings } from '../model/application/settings.ts'
import type { Authority, BoxKind, Lookup, Rule } from './authority.ts'

const isProduction = (profile: { readonly environment: Environment } | null): boolean =>
  profile?.environment === 'production'
const isReal = (profile: { readonly environment: Environment } | null): boolean =>
  profile !== null && profile.environment !== 'sandbox'

type Saved = { readonly id: ProfileId | null; readonly draft: ProfileDraft }
type OfProfile = { readonly id: ProfileId }
type OnProfile = { readonly profileId: ProfileId }

const before = ({ id }: Saved, { profile }: Lookup): Profile | null => (id === null ? null : profile(id))

const never: Rule<unknown> = { words: 'never', applies: () => false }
export const always: Rule<unknown> = { words: 'always', applies: () => true }
export const whereProductionIs: Rule<unknown> = {
  words: 'where there is a production profile', applies: (_input, { hasProduction }) => hasProduction(),
}

export const ofProduction: Rule<OfProfile> = {
  words: 'for a production profile', applies: ({ id }, { profile }) => isProduction(profile(id)),
}
export const onProduction: Rule<OnProfile> = {
  words: 'for a production profile', applies: ({ profileId }, { profile }) => isProduction(profile(profileId)),
}
export const onAnyProduction: Rule<{ readonly profiles: readonly OnProfile[] }> = {
  words: 'where one of the profiles is for production',
  applies: ({ profiles }, { profile }) => profiles.some(({ profileId }) => isProduction(profile(profileId))),
}
export const forProduction: Rule<{ readonly environment: Environment }> = {
  words: 'for production', applies: isProduction,
}
// SECURITY: checks both versions, so that a production profile cannot be moved to another environment first.
export const savesProduction: Rule<Saved> = {
  words: 'where the profile is, was or becomes one for production',
  applies: (input, lookup) => isProduction(input.draft) || isProduction(before(input, lookup)),
}
export const savesReal: Rule<Saved> = {
  words: 'for a staging or production profile', applies: ({ draft }) => isReal(draft),
}
export const onReal: Rule<OnProfile> = {
  words: 'for a staging or production profile', applies: ({ profileId }, { profile }) => isReal(profile(profileId)),
}

type Submitted = { readonly intentId: Parameters<Lookup['reviewed']>[0] }

/** SECURITY: checks the profile as reviewed and as it is now; the stricter one counts. */
const reviewedWhere = (wanted: (profile: Profile) => boolean): Rule<Submitted>['applies'] => ({ intentId }, { reviewed }) => {
  const found = reviewed(intentId)
  return found !== null && [found.then, found.now].some((profile) => profile !== null && wanted(profile))
}

export const submitsReal: Rule<Submitted> = {
  words: 'for a staging or production profile', applies: reviewedWhere(isReal),
}
export const submitsProduction: Rule<Submitted> = {
  words: 'for a production profile, unless it says otherwise',
  applies: reviewedWhere((profile) => isProduction(profile) && profile.stepUp !== 'off'),
}
export const confirmsProduction: Rule<Submitted> = {
  words: 'for a production profile, unless it says otherwise; while the gateway is asked first, for every refund too',
  applies: (input, lookup) => (lookup.asksGatewayFirst() && reviewedWhere(isReal)(input, lookup))
    || reviewedWhere((profile) => isProduction(profile) && profile.outsideConfirmation !== 'off')(input, lookup),
}

type OfDraft = { readonly draftId: Parameters<Lookup['draft']>[0] }
type OfBatch = { readonly batchId: Parameters<Lookup['batch']>[0] }

export const runsRealBatch: Rule<OfDraft> = {
  words: 'for a staging or production profile', applies: ({ draftId }, { draft }) => isReal(draft(draftId)),
}
export const startsBatchOnProduction: Rule<OfDraft> = {
  words: 'for a production profile', applies: ({ draftId }, { draft }) => isProduction(draft(draftId)),
}
// SECURITY: a batch whose profile is not known counts as production.
export const runsBatchOnProduction: Rule<OfBatch> = {
  words: 'for a production profile',
  applies: async ({ batchId }, { batch }) => isProduction(await batch(batchId) ?? { environment: 'production' }),
}

// SECURITY: a compromised page could redirect all data that it has access to, to an address that it entered itself.
export const loosensProfiles: Rule<Saved> = {
  words: 'where a production profile becomes looser, or requests of a staging or production profile go elsewhere',
  applies: (input, lookup) => [loosensProfile, redirectsStaging]
    .some((fieldsOf) => fieldsOf(before(input, lookup), input.draft).length > 0),
}
export const loosensTheSettings: Rule<SentSettings> = {
  words: 'where there is a production profile and a setting becomes looser, and in the place of settings that were changed or put back',
  // SECURITY: without a message box, a compromised page could end the warning that a person has to judge.
  applies: async (sent, { hasProduction, settings }) =>
    settings() === null || (loosensSettings(settings(), sent).length > 0 && await hasProduction()),
}
export const loosensPersons: Rule<PersonChange> = {
  words: 'for a new person, another name, a higher role or a new passphrase',
  applies: (change, { person }) => loosensPerson(change.id === null ? null : person(change.id), change).length > 0,
}
export const worksAlone: Rule<{ readonly minutes: number }> = {
  words: 'unless the permission ends', applies: ({ minutes }) => minutes > 0,
}
export const ofRealEntry: Rule<{ readonly entryId: EntryId }> = {
  words: 'for an entry outside the sandbox', applies: ({ entryId }, lookup) => lookup.isReal(entryId),
}

const noBox = { kind: 'never', when: never } as const

/** Answers everybody, also while the desk is locked. */
export const anybody = {
  who: 'anybody', whileLocked: 'answered', protection: never, proof: never, box: noBox,
} as const satisfies Authority<unknown>
/** Requires a person who unlocked the desk, without further confirmation. */
export const person = {
  who: 'person', whileLocked: 'refused', protection: never, proof: never, box: noBox,
} as const satisfies Authority<unknown>
/** Requires an administrator who unlocked the desk, without further confirmation. */
export const administrator = { ...person, who: 'administrator' } as const satisfies Authority<unknown>

/** Requires an administrator, and a new proof of the passphrase if the rule applies. */
export function proving<Input>(proof: Rule<Input>): Authority<Input, 'never'> {
  return { ...administrator, proof }
}

/** The same as `proving`, and a message box of the system if `when` applies. */
export function asking<Input, const Kind extends BoxKind>(
  proof: Rule<Input>, kind: Kind, when: Rule<Input>,
): Authority<Input, Kind> {
  return { ...administrator, proof, box: { kind, when } }
}
