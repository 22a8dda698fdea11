/** Which calls ask for more than an open desk: a passphrase that protects it, or a proof of it that is new. */
import type { IntentId, ProfileId } from '#shared/brands.ts'
import type { CallName, ParsedInput } from '#shared/ipc/contract.ts'
import type { Environment } from '#shared/model/environment.ts'
import type { Profile } from '#shared/model/profile.ts'

/** What the rules look up. */
export interface Lookup {
  readonly profile: (id: ProfileId) => Profile | null
  /** The profile of a review that waits for its confirmation; null when there is none. */
  readonly reviewedProfile: (intentId: IntentId) => Profile | null
  /** Whether any profile is for production. */
  readonly hasProduction: () => boolean
}

type Rules = {
  readonly [Name in CallName]?: (input: ParsedInput<Name>, lookup: Lookup) => boolean
}

const isProduction = (profile: { readonly environment: Environment } | null): boolean =>
  profile?.environment === 'production'
const isReal = (profile: { readonly environment: Environment } | null): boolean =>
  profile !== null && profile.environment !== 'sandbox'

const ofProduction = ({ id }: { readonly id: ProfileId }, { profile }: Lookup): boolean => isProduction(profile(id))
const whereProductionIs = (_input: unknown, { hasProduction }: Lookup): boolean => hasProduction()
const forProduction = ({ environment }: { readonly environment: Environment }): boolean => environment === 'production'

/**
 * Calls that ask for a proof of the passphrase from the last five minutes (step-up). A profile can free its payments
 * from it, and nothing else: whoever changes where signed requests go, or how much may be sent, always proves it.
 */
const askForProof: Rules = {
  'payments.submit': ({ intentId }, { reviewedProfile }) => {
    const profile = reviewedProfile(intentId)
    return isProduction(profile) && profile?.stepUp !== 'off'
  },
  // SECURITY: both, so that a production profile can't be made one of another environment first.
  'profiles.save': ({ id, draft }, { profile }) => isProduction(draft) || (id !== null && isProduction(profile(id))),
  'profiles.confirm': ofProduction,
  'profiles.remove': ofProduction,
  'profiles.storeSecret': ofProduction,
  'profiles.removeSecret': ofProduction,
  'keys.generate': forProduction,
  'keys.importText': forProduction,
  'keys.importFile': forProduction,
  'keys.confirmAddress': ({ profileId }, { profile }) => isProduction(profile(profileId)),
  'keys.test': ({ profileId }, { profile }) => isProduction(profile(profileId)),
  'keys.use': ({ profiles }, { profile }) => profiles.some(({ profileId }) => isProduction(profile(profileId))),
  // SECURITY: whatever it is for, a private key leaves only with somebody who proves it.
  'keys.backUp': () => true,
  // Which environment a key is for only the vault knows.
  'keys.retire': whereProductionIs,
  'keys.reinstate': whereProductionIs,
  'keys.remove': whereProductionIs,
  'settings.save': whereProductionIs,
  'access.savePerson': whereProductionIs,
  'access.removePerson': whereProductionIs,
  // Where the history is delivered to, and whether claims are made.
  'team.createSchema': whereProductionIs,
  'team.join': whereProductionIs,
  'team.leave': whereProductionIs,
  'team.goOn': whereProductionIs,
  'team.closeCollision': whereProductionIs,
  'team.confirmDesk': whereProductionIs,
  'team.withdrawConfirmation': whereProductionIs,
  'team.allowAlone': whereProductionIs,
}

/** Calls that an unprotected desk refuses where there is a keychain: real money moves only behind a passphrase. */
const askForProtection: Rules = {
  'profiles.save': ({ draft }) => isReal(draft),
  'payments.review': ({ profileId }, { profile }) => isReal(profile(profileId)),
  'payments.submit': ({ intentId }, { reviewedProfile }) => isReal(reviewedProfile(intentId)),
}

function applies<Name extends CallName>(rules: Rules, name: Name, input: ParsedInput<Name>, lookup: Lookup): boolean {
  const rule = rules[name]
  return rule !== undefined && rule(input, lookup)
}

/** True when a call asks for a proof of the passphrase from the last five minutes. */
export function asksForProof<Name extends CallName>(name: Name, input: ParsedInput<Name>, lookup: Lookup): boolean {
  return applies(askForProof, name, input, lookup)
}

/** True when a call asks for a desk that a passphrase protects. */
export function asksForProtection<Name extends CallName>(
  name: Name, input: ParsedInput<Name>, lookup: Lookup,
): boolean {
  return applies(askForProtection, name, input, lookup)
}
