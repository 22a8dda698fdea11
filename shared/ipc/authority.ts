/** The authority of every call of the bridge: who may make it, and what it requires of a person first. */
import type { EntryId, IntentId, PersonId, ProfileId } from '../brands.ts'
import type { BatchId, DraftId } from '../model/payments/batch.ts'
import type { Environment } from '../model/values/environment.ts'
import type { Person } from '../model/application/access.ts'
import type { Profile } from '../model/profiles/profile.ts'
import type { Settings } from '../model/application/settings.ts'
import type { z } from '../model/values/zod.ts'

/** The facts that rules depend on. */
export interface Lookup {
  readonly profile: (id: ProfileId) => Profile | null
  /** The profile of a waiting review, at review time and now; null if there is no such review. */
  readonly reviewed: (intentId: IntentId) => { readonly then: Profile; readonly now: Profile | null } | null
  /** The profile of a draft or batch; null if it does not exist. */
  readonly draft: (id: DraftId) => { readonly environment: Environment } | null
  readonly batch: (id: BatchId) => Promise<{ readonly environment: Environment } | null>
  /** True if any profile is for production, or may be: its file differs from what a person confirmed. */
  readonly hasProduction: () => Promise<boolean>
  /** True if an entry of the history was sent outside the sandbox, or if that is not known. */
  readonly isReal: (entryId: EntryId) => Promise<boolean>
  /** True after a person continued with a history that was behind: the gateway is then queried before each payment. */
  readonly asksGatewayFirst: () => boolean
  /** Null if the saved settings were changed outside the application or replaced by older ones. */
  readonly settings: () => Settings | null
  readonly person: (id: PersonId) => Person | null
}

/** The condition of a requirement. */
export interface Rule<Input> {
  /** The condition in the words of the documents, after "asked": "for a production profile". */
  readonly words: string
  readonly applies: (input: Input, lookup: Lookup) => boolean | Promise<boolean>
}

/** The message box of the system. `first`: shown before the call runs. `itself`: shown by the call itself. */
export type BoxKind = 'never' | 'first' | 'itself'

export interface Authority<Input, Box extends BoxKind = BoxKind> {
  /** `anybody`: the desk need not be unlocked. */
  readonly who: 'anybody' | 'person' | 'administrator'
  /** Whether the call is answered while the desk is locked. */
  readonly whileLocked: 'answered' | 'refused'
  /** When a passphrase must protect the desk, if there is a keychain. */
  readonly protection: Rule<Input>
  /** When the passphrase must have been proved in the last five minutes. Always fulfilled on a desk without one. */
  readonly proof: Rule<Input>
  /** SECURITY: a person must confirm outside the page what a compromised page must not do alone. */
  readonly box: { readonly kind: Box; readonly when: Rule<Input> }
}

/** One call of the contract. */
export interface Call<Input extends z.ZodType, Output extends z.ZodType, Box extends BoxKind> {
  readonly input: Input
  readonly output: Output
  readonly authority: Authority<z.output<Input>, Box>
}

/** The parts that every entry of the contract must have. */
export interface DeclaredCall {
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly authority: Authority<never>
}

/** Declares a call. A call without an `authority`, or with a rule for another input, does not compile. */
export function call<Input extends z.ZodType, Output extends z.ZodType, const Box extends BoxKind>(
  declared: Call<Input, Output, Box>,
): Call<Input, Output, Box> {
  return declared
}
