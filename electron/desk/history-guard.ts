import type { MerchantOrderId } from '#shared/brands.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { Outcome } from '#shared/gateway/replies/outcome.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Precondition } from '#shared/model/history/history-trust.ts'
import type { Result } from '#shared/result.ts'

/** The values of a request by which the guard decides. */
interface GuardedRequest {
  readonly operation: OperationId
  readonly environment: Environment
  readonly merchantOrderId: MerchantOrderId | null
  readonly reason: string | null
}

/** Refuses requests that move money while the history file is behind the keychain's record. */
export interface HistoryGuard {
  /**
   * The precondition that the state of the history sets for a request. Fails with `history-behind` while an
   * administrator must decide, and if the vault or the journal fails.
   */
  precondition(operation: OperationId, environment: Environment): Promise<Result<Precondition, Failure>>
  /** True while the gateway is queried before each payment. */
  isCareful(): boolean
  /** Call before the intent is written. `askGateway` sends the status query by merchant order id. */
  permit(request: GuardedRequest, askGateway: () => Promise<Result<Outcome, Failure>>): Promise<Result<null, Failure>>
  /** Call when the intent is durable, before the first byte. Never rejects, and prevents no send. */
  aboutToSend(environment: Environment): Promise<void>
}
