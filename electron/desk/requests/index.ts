/**
 * The path of every request: target, form, signature, durable intent, one send, outcome. Nothing here depends on how a
 * person uses the result.
 */
export { coreContext, type CoreContext } from './core-context.ts'
export type { BuiltInGateway } from './built-in-gateway.ts'
export type { GatewayHealth } from './gateway-health.ts'
export { replyOf } from './answer.ts'
export { targetOfEntry } from './entry-target.ts'
export { formProblems, readForm, refusesCardEntry, withFixedCurrency, type OperationRequest } from './form.ts'
export { merchantAt, merchantOfEntry, merchantOfProfile, profilesOfEntry } from './merchant.ts'
export { destinationsOf } from './destination.ts'
export { blockOf, signingMerchant } from './profile-block.ts'
export type { OperationSender, SendResult } from './send-operation.ts'
export { statusOperationOf } from './status-of-order.ts'
export { freshIdentity, signBaseString, signingFor } from './sign.ts'
export {
  connectionSettingsOf, isUsableHere, merchantOfTarget, sameEntryPoint, sendsAlike, type Target,
} from './target.ts'
export type { Turn } from './pace.ts'
export { untilKept } from './until-kept.ts'
export { watchedJournal } from './watched-journal.ts'
