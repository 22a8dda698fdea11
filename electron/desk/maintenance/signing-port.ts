import type { UtcTime } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Result } from '#shared/result.ts'
import type { NewEnd } from './new-end.ts'

/** Has what the journal holds signed, behind the writes and never in their way. */
export interface Signing {
  /** Something was written: signs a head within a second. */
  soon(): void
  /** The vault was unlocked: signs what was written meanwhile. */
  again(): void
  /**
   * Signs what is there, has the keychain remember that a restore begins now, and signs nothing more before `decide`.
   * On failure it goes on: nothing may take the place of this chain, for nobody could say afterwards whose it is.
   */
  holdForRestore(at: UtcTime): Promise<Result<null, Failure>>
  /**
   * Another chain may stand in the place of this one: signs nothing before `ask` has said what its end is to be taken
   * for, asked again as long as that could not be said: after a pause, or once the vault was unlocked. `decided` is
   * called when the end is looked at again, or when the keychain remembers the one accepted. Resolves when the first
   * answer was acted upon.
   */
  decide(ask: () => Promise<NewEnd>, decided?: () => Promise<unknown>): Promise<void>
  /** Resolves when what is there is signed, when that failed, or after 5 s. */
  caughtUp(): Promise<void>
  /** Signs what is there and writes the end to the keychain, at once; resolves also where that failed. */
  finish(): Promise<void>
}
