import { fieldKeys, type FieldKey } from '../../gateway/fields/fields.ts'
import { dayLimits } from '../../gateway/operations/limit-kind.ts'
import { orderObstacles } from '../../gateway/orders/order-actions.ts'
import type { Problem } from '../../gateway/requests/validation.ts'
import { entryIdSchema, maskedSchema, merchantKeySchema, minorUnitsSchema, utcTimeSchema } from '../values/branded.ts'
import { environmentSchema } from '../values/environment.ts'
import { historyRowSchema } from '../history/history.ts'
import { behindReasons } from '../history/history-trust.ts'
import type { ProfileProblem } from '../profiles/profile-rules.ts'
import { minorUnitReadingSchema } from '../profiles/profile.ts'
import { authoritiesProblems } from '../keys/certificate-authorities.ts'
import { logoProblems } from '../profiles/letterhead.ts'
import { clientCertificateProblems } from '../keys/client-certificate.ts'
import { tableRefusedSchema } from '../values/table.ts'
import { tablesObstacles, teamHolderSchema, teamTestStepNames } from '../team/team-state.ts'
import { z } from '../values/zod.ts'

export const fieldKeySchema = z.enum(fieldKeys as [FieldKey, ...FieldKey[]])

export const problemSchema: z.ZodType<Problem> = z.object({
  field: fieldKeySchema,
  code: z.custom<Problem['code']>((value) => typeof value === 'string'),
  details: z.record(z.string(), z.string()),
})

export const profileProblemSchema: z.ZodType<ProfileProblem> = z.object({
  field: z.string(),
  code: z.custom<ProfileProblem['code']>((value) => typeof value === 'string'),
  details: z.record(z.string(), z.string()).optional(),
})

/** Failures described by their code alone. Nothing was sent in any of them. */
export const plainFailureCodes = [
  'keychain-waiting', 'keychain-locked', 'no-such-secret', 'no-such-key', 'passphrase-needed', 'passphrase-wrong',
  'cancelled', 'vault-locked',
  /** The desk is locked; a person has to unlock it first. */
  'desk-locked',
  /** The action is possible only on a locked desk, and a person unlocked it. */
  'desk-not-locked',
  /** The person who unlocked is an operator; the action requires an administrator. */
  'administrator-needed',
  /** The passphrase was not proved recently enough for this action (step-up). */
  'proof-needed',
  /** Staging and production move money only if a passphrase protects the desk. */
  'protection-needed',
  'no-such-person', 'person-name-used', 'last-administrator',
  /** The key was retired and cannot be chosen, or it was used and must be retired before it is destroyed. */
  'key-retired', 'key-not-retired',
  /** A limit of the profile cannot be compared with an unknown amount, such as a whole refund's. */
  'limited-amount-unknown',
  'no-such-profile', 'no-such-entry', 'no-such-entry-point', 'group-not-possible', 'profile-without-key',
  /** The profile differs from its confirmed version: changed outside the application, or never confirmed. */
  'profile-not-confirmed',
  /** The content to be confirmed has changed since it was shown. */
  'confirmation-outdated',
  /** Production and staging cannot be used where this application does not run in Electron. */
  'environment-not-usable-here',
  /** The reviewed intent was used or discarded, or has expired. */
  'intent-gone',
  /** The same intent is being sent now. */
  'intent-under-way',
  'reason-needed', 'unverified-card-not-accepted',
  /** A person cancelled the system's message box, or did not answer in time. */
  'not-confirmed-outside',
  /** The content to be confirmed does not fit into a message box. */
  'question-too-long',
  /** A status query requires the merchant order id, and the journal does not contain it. */
  'merchant-order-id-needed',
  'nothing-to-resolve', 'quitting',
  /** This profile does not permit whole card numbers to be typed. */
  'card-entry-refused',
  /** On production the cardholder authenticates, not the staff. */
  'not-on-production',
  /** The order does not wait for this step now. */
  'no-such-step',
  /** An issuer's page is already open. */
  'visit-under-way',
  /** The receipt's address would not begin with the profile's base address. */
  'receipt-not-offered',
  /** The prepared document is no longer kept and must be prepared again. */
  'document-gone',
  /** Chromium did not save or print the document. */
  'document-not-printed',
  /** The pasted text contains no fields of a callback. */
  'callback-unreadable',
  /** The number of entries to delete differs from the counted one: nothing was deleted. */
  'count-changed',
  /** "Not found" does not count as "not charged" yet. */
  'too-early-to-close',
  /** The gateway, queried again, did not reply "not found": nothing was closed. */
  'not-found-no-more',
  /** The gateway did not confirm that nothing of the order is in progress: nothing was closed. */
  'order-under-way',
  /** A backup, restore, salvage, export or deletion is already in progress. */
  'maintenance-under-way',
  /** After a history that was behind: the gateway knows a new charge's merchant order id, or its reply is unclear. */
  'gateway-knows-order', 'gateway-answer-unclear',
  /** After a history that was behind, a refund requires a reason that a person confirms. */
  'refund-reason-needed',
  /** The history is not behind, so there is nothing to decide. */
  'history-not-behind',
  /** This desk is not in a team. */
  'no-team',
  /** Sandbox profiles and gateways on this computer do not belong to a team. */
  'not-of-the-team',
  /** A production profile on a desk whose team is a rehearsal: nothing was signed, stored or sent. */
  'production-in-rehearsal',
  'invitation-unreadable',
  /** The team journal has no desk with the shown key. */
  'desk-changed',
  /** Requires a login that is an administrator of the team. */
  'login-not-administrator',
  /** A note contains a secret of this desk, or a private key. */
  'note-holds-secret',
  /** The note, or its open follow-up, no longer exists. */
  'note-gone',
  /** Another desk of the team sent the request: notes of this desk do not belong to its history. */
  'note-of-other-desk',
  /** The draft is no longer in memory, after a lock or an end of the application. */
  'draft-gone',
  /** The draft changed since it was shown: nothing was sent. */
  'draft-changed',
  /** No row of the draft is ready. */
  'nothing-ready',
  /** This operation accepts rows from a file only. */
  'rows-from-file-only',
  'no-such-batch',
  /** The batch has ended or was stopped, or is already in the requested state. */
  'batch-not-possible-now',
  /** The rows of the batch are no longer in memory: its file must be opened again. */
  'batch-file-needed',
  /** The file's rows differ from the batch's. */
  'batch-file-differs',
  /** The vault no longer has the key with which the rows of the batch are compared. */
  'batch-key-lost',
  /** The rows of the batch were changed outside the application: no more of them are sent. */
  'batch-rows-changed',
  /** A batch is already running on this desk. */
  'batch-under-way',
  /** A batch of the profile is running or paused: without its profile it could be neither continued nor stopped. */
  'batch-not-ended',
  /** The statement is no longer in memory: the desk was locked, or another statement was opened. */
  'statement-gone',
  /** The kept result of a statement was removed, or cannot be read. */
  'no-such-result',
  /** The copies of the other desks' entries are not readable: a comparison without them would be wrong. */
  'other-desks-unreadable',
  /** The page sent input that the contract does not allow. */
  'bridge-refused',
  /** A defect in the application; nothing is known to have been sent. */
  'defect',
] as const

/** Amounts that a profile may limit: of one charge, refund, payout or batch, and daily sums. */
const limitKinds = ['charge', 'refund', 'payout', 'batch', ...dayLimits] as const

/** Failures with one sentence of detail. */
export const detailedFailureCodes = [
  'keychain-missing', 'keychain-library', 'keychain-doubtful', 'key-refused', 'not-storable', 'passphrase-weak', 'journal-unwritable', 'profiles-unwritable', 'sandbox-failed',
  'file-unwritable',
  /** A backup or a quarantined file is not usable; the history is unchanged. */
  'backup-unusable',
  /** A backup or restore failed; the history is unchanged. */
  'backup-failed',
  'settings-unwritable',
  /** The file that stores this desk's team could not be written. */
  'team-unwritable',
] as const

/** Why a call of the page was not carried out. It is never the outcome of a send. */
export const failureSchema = z.union([
  z.object({ code: z.enum(plainFailureCodes) }),
  z.object({ code: z.enum(detailedFailureCodes), detail: z.string() }),
  /** The passphrase was wrong, or was entered before the waiting time after wrong ones was over. */
  z.object({
    code: z.literal('passphrase-refused'), why: z.enum(['wrong', 'too-soon']), retryInMs: z.number().int(),
  }),
  /**
   * Over a limit of the profile, which reads minor units by `reading`. `mayRaise` names the administrators of this
   * desk. `timeZone` decides when the day of a daily limit begins.
   */
  z.object({
    code: z.literal('over-limit'), limit: z.enum(limitKinds), minorAmount: minorUnitsSchema, currency: z.string(),
    reading: minorUnitReadingSchema, mayRaise: z.array(z.string()).readonly(), timeZone: z.string().optional(),
  }),
  /** The key can be neither retired nor destroyed: these profiles sign with it. */
  z.object({ code: z.literal('key-in-use'), profiles: z.array(z.string()).readonly() }),
  /** The key can be neither retired nor destroyed: the status of so many open outcomes may require it. */
  z.object({ code: z.literal('key-needed'), openOutcomes: z.number().int() }),
  z.object({ code: z.literal('wrong-environment'), belongsTo: environmentSchema }),
  /** The control secret was entered for another merchant or gateway; null if it is not known which. */
  z.object({ code: z.literal('secret-of-other-address'), belongsTo: merchantKeySchema }),
  /** No person has confirmed this key for this merchant at this gateway, only for others. */
  z.object({ code: z.literal('key-not-confirmed'), belongsTo: z.array(merchantKeySchema).readonly() }),
  /** The row of the batch was already sent. */
  z.object({ code: z.literal('batch-row-sent'), entryId: entryIdSchema }),
  z.object({ code: z.literal('merchant-order-id-used'), entryId: entryIdSchema }),
  /** Another refund, void or capture of this order is in progress or unknown. */
  z.object({ code: z.literal('order-busy'), entryId: entryIdSchema }),
  /** The team could not be asked for permission: `why` is its code, `detail` the next step. Nothing was sent. */
  z.object({ code: z.literal('team-unavailable'), why: z.string(), detail: z.string() }),
  /** The connection test of the team failed at this step: nothing was joined or changed. */
  z.object({ code: z.literal('team-test-failed'), step: z.enum(teamTestStepNames), detail: z.string() }),
  /** The tables of a team were not created or upgraded. `technical` is the database's own code, if it has one. */
  z.object({ code: z.literal('tables-not-created'), why: z.enum(tablesObstacles), technical: z.string().nullable() }),
  /** The team's database was restored to an older state, or has other events of this desk: nothing is claimed. */
  z.object({ code: z.literal('team-behind'), why: z.enum(['went-back', 'forked']) }),
  /** Another desk has used this merchant order id, or has an open refund, void or capture of this order. */
  z.object({ code: z.literal('team-taken'), holder: teamHolderSchema }),
  /** The chosen file contains more or other data than certificates. */
  z.object({ code: z.literal('authorities-refused'), why: z.enum([...authoritiesProblems, 'unreadable']) }),
  /** The chosen file cannot be used as the logo of documents. */
  z.object({ code: z.literal('logo-refused'), why: z.enum(logoProblems) }),
  /** The client certificate for a team's database, or its private key, cannot be used. */
  z.object({ code: z.literal('client-certificate-refused'), why: z.enum(clientCertificateProblems) }),
  /** A possible duplicate of another desk that this person has not seen yet: accepting it requires a reason. */
  z.object({ code: z.literal('team-duplicate'), holder: teamHolderSchema }),
  /**
   * The profile's open outcomes; may be empty if its merchant changes. Nothing changes until a person has seen them and
   * entered a reason.
   */
  z.object({
    code: z.literal('open-outcomes'), change: z.enum(['merchant', 'entry-point', 'removal']),
    entries: z.array(historyRowSchema).readonly(),
  }),
  /** The history file is not the newest: no request that moves money is sent until an administrator decides. */
  z.object({ code: z.literal('history-behind'), why: z.enum(behindReasons) }),
  /** The query before each payment can be ended from this time on. */
  z.object({ code: z.literal('too-early-to-end'), from: utcTimeSchema }),
  /** The gateway, queried just before, does not know the order. `answered` is its text, masked; null without one. */
  z.object({ code: z.literal('order-not-found'), answered: maskedSchema.nullable() }),
  /** The order's status, queried just before, does not allow it. */
  z.object({ code: z.literal('not-possible-now'), why: z.enum(orderObstacles) }),
  z.object({ code: z.literal('form-invalid'), problems: z.array(problemSchema).readonly() }),
  /** A stored profile breaks a rule: it cannot send until it is corrected. */
  z.object({ code: z.literal('profile-breaks-rule'), problems: z.array(profileProblemSchema).readonly() }),
  tableRefusedSchema,
  z.object({ code: z.literal('profile-invalid'), problems: z.array(profileProblemSchema).readonly() }),
])

export type Failure = z.infer<typeof failureSchema>
