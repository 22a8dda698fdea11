import type { UtcTime } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import type { NewEnd } from './new-end.ts'

/** Signs the journal after its writes, without delaying them. */
export interface Signing {
  /** Something was written: signs a head within a second. */
  soon(): void
  /** The vault was unlocked: signs what was written meanwhile. */
  again(): void
  /**
   * Signs the present end, records in the keychain that a restore begins, and signs nothing more before `decide`. On
   * failure signing continues, and this chain must not be replaced: afterwards it could not be known whose chain the
   * new one is.
   */
  holdForRestore(at: UtcTime): Promise<Result<null, Failure>>
  /**
   * Another chain may have replaced this one: signs nothing before `ask` has decided about its end. `ask` is repeated,
   * after a pause or an unlock, until it can decide. `decided` is called when the end is to be checked again, or when
   * the keychain has recorded the accepted one. Resolves when the first answer was processed.
   */
  decide(ask: () => Promise<NewEnd>, decided?: () => Promise<unknown>): Promise<void>
  /** Resolves when the present end is signed, when that failed, or after 5 s. */
  caughtUp(): Promise<void>
  /** Signs the present end and writes it to the keychain, at once; resolves also where that failed. */
  finish(): Promise<void>
}
