/**
 * The contract of the bridge as one value: each call with its input and output, each event with its payload. Handlers,
 * the preload's functions and the page's types are derived from it. Properties that a schema does not name are dropped
 * in outputs and refused in inputs.
 */
import { fieldKeys, isConfidential, type FieldKey } from '../gateway/fields/fields.ts'
import { operationIds, operations, touchesMoney, type Operation, type OperationId } from '../gateway/operations/operations.ts'
import { longestPasted } from '../inspector/reading/pasted.ts'
import { accessStateSchema } from '../model/application/access.ts'
import { answerSchema, followSchema } from '../model/answers/answer.ts'
import { appDescriptionSchema, checkLineSchema, thirdPartyPackageSchema, vaultStateSchema } from '../model/application/app.ts'
import {
  entryIdSchema, intentIdSchema, merchantOrderIdSchema, orderIdSchema, profileIdSchema, serialNumberSchema,
} from '../model/values/branded.ts'
import { callbackCheckSchema } from '../model/answers/callback.ts'
import { paymentReviewSchema } from '../model/payments/payment.ts'
import { longestReason } from '../model/values/reason.ts'
import { diagnosisSchema } from '../model/answers/diagnosis.ts'
import { failureSchema, type Failure } from '../model/answers/failure.ts'
import { operationIdSchema } from '../model/history/history.ts'
import { inspectionSchema } from '../model/answers/inspection.ts'
import { openedSchema, orderKeySchema, paymentKeySchema } from '../model/payments/order.ts'
import { entryPointSchema } from '../model/profiles/profile.ts'
import { sentSettingsSchema, settingsSchema } from '../model/application/settings.ts'
import { resolutionMismatches } from '../model/payments/resolution.ts'
import { threeDSecureLookSchema, threeDSecureVisitSchema } from '../model/payments/three-d-secure.ts'
import { z } from '../model/values/zod.ts'
import type { Result } from '../result.ts'
import { writeOnly } from './parts.ts'
import { batchIdSchema, draftIdSchema } from '../model/payments/batch.ts'
import { accessCalls } from './access-calls.ts'
import { batchCalls } from './batch-calls.ts'
import { documentCalls } from './document-calls.ts'
import { historyCalls } from './history-calls.ts'
import { keyCalls } from './key-calls.ts'
import { profileCalls } from './profile-calls.ts'
import { maintenanceCalls } from './maintenance-calls.ts'
import { noteCalls } from './note-calls.ts'
import { reconcileCalls, reconcileEvents } from './reconcile-calls.ts'
import { resolutionCalls } from './resolution-calls.ts'
import { teamCalls } from './team-calls.ts'
import { call, type DeclaredCall } from './authority.ts'
import {
  administrator, anybody, asking, confirmsProduction, loosensTheSettings, onReal, person,
  submitsProduction, submitsReal, whereProductionIs,
} from './rules.ts'

const longestField = 70_000
const keysWhere = (wanted: boolean) =>
  fieldKeys.filter((key) => isConfidential(key) === wanted) as [FieldKey, ...FieldKey[]]

const openValues = z.partialRecord(z.enum(keysWhere(false)), z.string().max(longestField))
const confidentialValues = writeOnly(z.partialRecord(z.enum(keysWhere(true)), z.string().max(longestField)))
const nothing = z.null()
const runId = z.string().min(1).max(64)
/** SECURITY: random, so that an event with the run's id cannot return typed text. */
const randomRunId = z.uuid()

const target = { profileId: profileIdSchema, entryPoint: entryPointSchema }
const operationWhere = (wanted: (operation: Operation) => boolean) =>
  z.enum(operationIds.filter((id) => wanted(operations[id])) as [OperationId, ...OperationId[]])

export const calls = {
  'app.describe': call({ input: nothing, output: appDescriptionSchema, authority: anybody }),
  /** Text without `lasting` is cleared from the clipboard after 30 s, at a lock and at the end of the application. */
  'app.copy': call({
    input: z.object({ text: z.string().max(1_048_576), lasting: z.boolean().optional() }), output: nothing,
    authority: person,
  }),
  /** The number on the application's icon. SECURITY: a compromised page can at most show a wrong number. */
  'app.badge': call({ input: z.object({ count: z.number().int().min(0).max(9_999) }), output: nothing, authority: person }),
  'app.checkInstallation': call({ input: nothing, output: z.array(checkLineSchema), authority: anybody }),
  'app.thirdParty': call({ input: nothing, output: z.array(thirdPartyPackageSchema).readonly(), authority: anybody }),

  'vault.describe': call({ input: nothing, output: vaultStateSchema, authority: person }),

  ...accessCalls,
  ...profileCalls,
  ...keyCalls,

  'orders.status': call({
    input: z.object({
      ...target,
      serialNumber: serialNumberSchema.nullable(),
      orderId: orderIdSchema.nullable(),
      merchantOrderId: merchantOrderIdSchema.nullable(),
      /** Sends without the merchant order id, which the interface does not document. */
      askAnyway: z.boolean(),
    }),
    output: z.object({
      answer: answerSchema,
      /** The order's present state, if the query named a serial number. */
      now: answerSchema.nullable(),
    }),
    authority: person,
  }),
  'orders.follow': call({ input: z.object({ entryId: entryIdSchema }), output: followSchema, authority: person }),
  'orders.stopFollowing': call({ input: z.object({ entryId: entryIdSchema }), output: nothing, authority: person }),
  /** Queries once about an entry whose outcome is unknown or open; resolves it only if all facts match. */
  'orders.checkStatus': call({
    input: z.object({ entryId: entryIdSchema }),
    output: z.object({
      answer: answerSchema,
      resolved: z.boolean(),
      /** Differences and missing facts; if there are any, the entry is unchanged. */
      mismatches: z.array(z.enum(resolutionMismatches)),
    }),
    authority: person,
  }),
  /** The journal's facts of a payment; the gateway is not queried. */
  'orders.page': call({ input: paymentKeySchema, output: openedSchema, authority: person }),
  /** Opens the order's receipt in the system's browser; main builds its URL from the profile's address. */
  'orders.openReceipt': call({
    input: z.object({ ...target, receiptId: z.string().max(128) }), output: z.object({ url: z.string() }),
    authority: person,
  }),

  ...documentCalls,

  'cards.lookUp': call({
    input: z.object({ ...target, cardReference: z.string().max(longestField) }), output: answerSchema,
    authority: person,
  }),
  'cards.register': call({
    input: z.object({ ...target, version: z.enum(['v2', 'v4']), values: openValues }), output: answerSchema,
    authority: person,
  }),

  'payments.proposeOrderId': call({
    input: nothing, output: z.object({ merchantOrderId: merchantOrderIdSchema }),
    authority: person,
  }),
  /** Every operation that touches money is reviewed, then confirmed once. */
  'payments.review': call({
    input: z.object({
      ...target, operation: operationWhere(touchesMoney), values: openValues, confidential: confidentialValues,
    }),
    output: paymentReviewSchema,
    authority: { ...person, protection: onReal },
  }),
  'payments.submit': call({
    input: z.object({
      intentId: intentIdSchema, acceptUnverifiedCard: z.boolean(),
      reason: z.string().trim().max(longestReason).nullable(),
      /** The entry of another desk that `team-duplicate` named, if a person accepts it with the reason. */
      acceptDuplicateOf: entryIdSchema.optional(),
    }),
    output: answerSchema,
    authority: {
      ...person, protection: submitsReal, proof: submitsProduction, box: { kind: 'itself', when: confirmsProduction },
    },
  }),
  'payments.discard': call({ input: z.object({ intentId: intentIdSchema }), output: nothing, authority: person }),
  /** Every other operation with a form: sent immediately, after the same validation. */
  'operations.perform': call({
    input: z.object({
      ...target,
      operation: operationWhere((operation) => !touchesMoney(operation)),
      values: openValues,
      confidential: confidentialValues,
    }),
    output: answerSchema,
    authority: person,
  }),

  /** Queries the order's status and derives its step from the table of §3. */
  'threeDSecure.look': call({ input: orderKeySchema, output: threeDSecureLookSchema, authority: person }),
  /**
   * Performs the step that the order waits for: opens the issuer's page in a separate window and uploads the result.
   * `values` are the upload's own fields (browser data); main adds ids, payloads and completion.
   */
  'threeDSecure.visit': call({
    input: orderKeySchema.extend({ values: openValues }), output: threeDSecureVisitSchema,
    authority: person,
  }),
  /** Closes the issuer's window; the visit ends as `closed`. */
  'threeDSecure.endVisit': call({ input: nothing, output: nothing, authority: person }),

  /** Reads a pasted callback or redirect and recomputes its control with the profile's secret (§6, addendum 9). */
  'callbacks.check': call({
    input: z.object({ profileId: profileIdSchema, text: writeOnly(z.string().min(1).max(262_144)) }),
    output: callbackCheckSchema,
    authority: person,
  }),

  'inspector.build': call({
    input: z.object({
      ...target,
      operation: operationIdSchema,
      values: openValues,
      confidential: confidentialValues,
      signatureMethod: z.enum(['RSA-SHA256', 'HMAC-SHA1']).nullable(),
      /** Set by hand to compare with another signature; null generates new ones. */
      nonce: z.string().max(256).nullable(),
      timestamp: z.string().max(20).nullable(),
    }),
    output: inspectionSchema,
    authority: person,
  }),
  'inspector.fromEntry': call({
    input: z.object({ entryId: entryIdSchema }), output: inspectionSchema,
    authority: person,
  }),
  /** Diagnoses a pasted request; stores nothing. A newer run ends an older one: `cancelled`. */
  'inspector.diagnose': call({
    input: z.object({
      runId: randomRunId, text: writeOnly(z.string().min(1).max(longestPasted)),
      /** `isChosen` is false for the current profile: then the request itself may name another. */
      profileId: profileIdSchema, isChosen: z.boolean(),
      operation: operationIdSchema.nullable(), entryPoint: z.string().min(1).max(64).nullable(),
    }),
    output: diagnosisSchema,
    authority: person,
  }),
  'inspector.cancelDiagnosis': call({ input: z.object({ runId: randomRunId }), output: nothing, authority: person }),
  ...batchCalls,
  ...historyCalls,
  ...noteCalls,
  ...reconcileCalls,
  ...resolutionCalls,

  'settings.read': call({ input: nothing, output: settingsSchema, authority: person }),
  /**
   * Main shows a dialog for the folder of the audit file; nothing is written. The handle represents the path in the
   * next `settings.save` of this unlock; the path is for display.
   */
  'settings.chooseAuditFile': call({
    input: nothing, output: z.object({ handle: z.string(), path: z.string() }),
    authority: administrator,
  }),
  'settings.save': call({
    input: sentSettingsSchema, output: nothing,
    authority: asking(whereProductionIs, 'first', loosensTheSettings),
  }),

  ...maintenanceCalls,
  ...teamCalls,
} as const satisfies Record<string, DeclaredCall>

export const events = {
  'profiles.changed': nothing,
  'vault.changed': vaultStateSchema,
  /** The desk was locked, unlocked or set up. */
  'access.changed': accessStateSchema,
  /** Something was written to the history. */
  'journal.changed': nothing,
  /** A payment waits for the system's message box, or a person answered it. Nothing is sent before. */
  'payments.outsideQuestion': z.object({ waiting: z.boolean() }),
  /** A confirmed payment is in the history, its claim is won, and its only send begins. */
  'payments.sending': z.object({ intentId: intentIdSchema, entryId: entryIdSchema }),
  /** A draft or a batch changed: read it again. At most a few times a second. */
  'batches.draftChanged': z.object({ draftId: draftIdSchema }),
  'batches.changed': z.object({ batchId: batchIdSchema }),
  ...reconcileEvents,
  'orders.followed': followSchema,
  'resolution.changed': nothing,
  'history.exporting': z.object({ exportId: runId, done: z.number(), total: z.number().nullable() }),
  /** The state of this desk in its team changed: call `team.describe`. */
  'team.changed': nothing,
  /** Progress of the verification of the team journal: `done` of `total` events in each of its two steps. */
  'team.verifying': z.object({ step: z.enum(['chains', 'tables']), done: z.number(), total: z.number() }),
  /** The warning about the history began or ended. After `historyTrust.changed` call `historyTrust.describe`. */
  'maintenance.warned': nothing,
  'historyTrust.changed': nothing,
  'maintenance.progress': z.object({
    task: z.enum(['backup', 'restore', 'salvage', 'verify', 'delete']), done: z.number(), total: z.number().nullable(),
  }),
  'inspector.diagnosing': z.object({ runId: randomRunId, tried: z.number() }),
  /** The keychain's own window waits for the person, or was answered. */
  'keychain.waiting': z.object({ waiting: z.boolean() }),
  /** Quitting waits for a send in progress. */
  'app.quitWaits': z.object({ operation: operationIdSchema }),
  /** A view to open, requested by the menu or a click on a notice. */
  'app.open': z.discriminatedUnion('view', [
    z.object({ view: z.enum(['check-installation', 'about', 'today']) }),
    z.object({ view: z.literal('payment'), entryId: entryIdSchema }),
  ]),
} as const satisfies Record<string, z.ZodType>

export type CallName = keyof typeof calls
export type EventName = keyof typeof events

/** The page's input: before parsing, so that branded transforms accept plain text. */
export type CallInput<Name extends CallName> = z.input<(typeof calls)[Name]['input']>
/** Main's input: after parsing. */
export type ParsedInput<Name extends CallName> = z.output<(typeof calls)[Name]['input']>
export type CallOutput<Name extends CallName> = z.output<(typeof calls)[Name]['output']>
export type CallAnswer<Name extends CallName> = Result<CallOutput<Name>, Failure>
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>

/** The functions that `ipc` serves: one per call. */
export type Desk = { readonly [Name in CallName]: (input: ParsedInput<Name>) => Promise<CallAnswer<Name>> }

/** The object that the preload exposes as `window.gatewayConsole`. */
export interface Bridge {
  readonly call: { readonly [Name in CallName]: (input: CallInput<Name>) => Promise<CallAnswer<Name>> }
  readonly on: { readonly [Name in EventName]: (listener: (payload: EventPayload<Name>) => void) => () => void }
}

export { failureSchema }
