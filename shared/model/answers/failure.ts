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

/** Failures that need no more than their code. Nothing was sent in any of them. */
export const plainFailureCodes = [
  'keychain-waiting', 'keychain-locked', 'no-such-secret', 'no-such-key', 'passphrase-needed', 'passphrase-wrong',
  'cancelled', 'vault-locked',
  /** The desk is locked: a person has to unlock it first. */
  'desk-locked',
  /** A person unlocked the desk; the action is possible only on a locked desk. */
  'desk-not-locked',
  /** The person who unlocked is an operator; an administrator may do it. */
  'administrator-needed',
  /** The last proof of the passphrase is too long ago for this (step-up). */
  'proof-needed',
  /** Staging and production move money only once a passphrase protects the desk. */
  'protection-needed',
  'no-such-person', 'person-name-used', 'last-administrator',
  /** The key was retired and cannot be chosen; or it was used and must be retired before it is destroyed. */
  'key-retired', 'key-not-retired',
  /** A limit of the profile cannot be compared with an amount that is not known, such as a whole refund's. */
  'limited-amount-unknown',
  'no-such-profile', 'no-such-entry', 'no-such-entry-point', 'group-not-possible', 'profile-without-key',
  /** The profile is not as a person confirmed it: changed outside the application, or never confirmed. */
  'profile-not-confirmed',
  /** The content to be confirmed has changed since it was shown. */
  'confirmation-outdated',
  /** Production and staging are not used where this application does not run in Electron. */
  'environment-not-usable-here',
  /** The reviewed intent was used, discarded or has expired. */
  'intent-gone',
  /** The same intent is being sent at this moment. */
  'intent-under-way',
  'reason-needed', 'unverified-card-not-accepted',
  /** A person cancelled the system's message box, or did not answer in time. */
  'not-confirmed-outside',
  /** The content that a person has to confirm does not fit into a message box. */
  'question-too-long',
  /** A status request needs the merchant order id and the journal does not know it. */
  'merchant-order-id-needed',
  'nothing-to-resolve', 'quitting',
  /** This profile does not permit typing whole card numbers. */
  'card-entry-refused',
  /** The cardholder authenticates, not the staff. */
  'not-on-production',
  /** The order waits for no step of that kind now. */
  'no-such-step',
  /** An issuer's page is open already. */
  'visit-under-way',
  /** The receipt's address would not start with the profile's own base address. */
  'receipt-not-offered',
  /** The prepared document is no longer kept: it is prepared again. */
  'document-gone',
  /** Chromium did not write or print the document. */
  'document-not-printed',
  /** The pasted text holds no fields of a callback. */
  'callback-unreadable',
  /** The number of entries to delete differs from the counted one: nothing was deleted. */
  'count-changed',
  /** "Not found" does not count as "not charged" yet. */
  'too-early-to-close',
  /** The gateway was queried once more and did not reply "not found" this time: nothing was closed. */
  'not-found-no-more',
  /** The gateway did not answer right now that nothing of the order is processing: nothing was closed. */
  'order-under-way',
  /** A backup, restore, salvage, export or deletion is in progress already. */
  'maintenance-under-way',
  /**
   * The history was behind: the gateway knows the merchant order id of a new charge, or its reply is not conclusive.
   */
  'gateway-knows-order', 'gateway-answer-unclear',
  /** The same, and a refund: its reason has to be entered and confirmed. */
  'refund-reason-needed',
  /** There is nothing to decide about the history. */
  'history-not-behind',
  /** This desk is not in a team. */
  'no-team',
  /** Profiles of the sandbox and gateways on this computer do not belong to a team. */
  'not-of-the-team',
  /** A profile of production on a desk whose team is a rehearsal: nothing was signed, kept or sent. */
  'production-in-rehearsal',
  'invitation-unreadable',
  /** The team journal has no such desk with the key that was shown. */
  'desk-changed',
  /** Only a login that is an administrator of the team can do this. */
  'login-not-administrator',
  /** A note contains a secret of this desk, or a private key. */
  'note-holds-secret',
  /** The note, or its open follow-up, is no longer there. */
  'note-gone',
  /** Another desk of the team sent the request: notes of this desk do not belong to its history. */
  'note-of-other-desk',
  /** The draft is no longer in memory: after a lock, or an end of the application. */
  'draft-gone',
  /** The draft changed since it was shown: nothing was sent. */
  'draft-changed',
  /** No row of the draft is ready. */
  'nothing-ready',
  /** This operation takes its rows from a file only. */
  'rows-from-file-only',
  'no-such-batch',
  /** The batch has ended, was stopped, or is in the other state already. */
  'batch-not-possible-now',
  /** The rows of the batch are no longer in memory: its file is opened again. */
  'batch-file-needed',
  /** The file has other rows than the batch. */
  'batch-file-differs',
  /** The vault no longer has the key that recognises the rows of the batch. */
  'batch-key-lost',
  /** The rows of the batch were changed outside the application: nothing more of it is sent. */
  'batch-rows-changed',
  /** A batch is running already on this desk. */
  'batch-under-way',
  /** A batch of the profile is running or paused: without its profile it could be neither continued nor stopped. */
  'batch-not-ended',
  /** The statement is no longer in memory: after a lock, or another one was opened. */
  'statement-gone',
  /** The kept result of a statement was removed, or cannot be read. */
  'no-such-result',
  /** The copies of the other desks' entries cannot be used: a comparison without them would be wrong. */
  'other-desks-unreadable',
  /** The page sent something that the contract does not allow. */
  'bridge-refused',
  /** A defect in the application; nothing is known to have been sent. */
  'defect',
] as const

/** Amounts that a profile may limit: of one charge, refund, payout or batch, and sums of a day. */
const limitKinds = ['charge', 'refund', 'payout', 'batch', ...dayLimits] as const

/** Failures that carry one plain sentence. */
export const detailedFailureCodes = [
  'keychain-missing', 'keychain-library', 'keychain-doubtful', 'key-refused', 'not-storable', 'passphrase-weak', 'journal-unwritable', 'profiles-unwritable', 'sandbox-failed',
  'file-unwritable',
  /** A backup or a quarantined file that cannot be used; the history was not changed. */
  'backup-unusable',
  /** A backup or a restore could not be carried out; the history was left as it was. */
  'backup-failed',
  'settings-unwritable',
  /** The file that names the team of this desk. */
  'team-unwritable',
] as const

/** Why a call of the page was not carried out. Nothing of it is an outcome of a send. */
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
  /** As `key-in-use`: the status of so many open outcomes may be asked with this key alone. */
  z.object({ code: z.literal('key-needed'), openOutcomes: z.number().int() }),
  z.object({ code: z.literal('wrong-environment'), belongsTo: environmentSchema }),
  /** The control secret was entered for another merchant or gateway; null when it is not known which. */
  z.object({ code: z.literal('secret-of-other-address'), belongsTo: merchantKeySchema }),
  /** No person has confirmed this key for this merchant at this gateway; it was confirmed for others. */
  z.object({ code: z.literal('key-not-confirmed'), belongsTo: z.array(merchantKeySchema).readonly() }),
  /** The row of the batch was sent already. */
  z.object({ code: z.literal('batch-row-sent'), entryId: entryIdSchema }),
  z.object({ code: z.literal('merchant-order-id-used'), entryId: entryIdSchema }),
  /** Another refund, void or capture of this order is in progress or unknown. */
  z.object({ code: z.literal('order-busy'), entryId: entryIdSchema }),
  /** The team's permission could not be requested: `why` is its own code, `detail` the next step. Nothing was sent. */
  z.object({ code: z.literal('team-unavailable'), why: z.string(), detail: z.string() }),
  /** The connection to a team does not work yet, from this step of its test on: it was not joined or changed. */
  z.object({ code: z.literal('team-test-failed'), step: z.enum(teamTestStepNames), detail: z.string() }),
  /** The tables of a team were not created or upgraded. `technical` is the database's own code, where it has one. */
  z.object({ code: z.literal('tables-not-created'), why: z.enum(tablesObstacles), technical: z.string().nullable() }),
  /** The database of the team went back in time, or has other events of this desk: nothing is claimed. */
  z.object({ code: z.literal('team-behind'), why: z.enum(['went-back', 'forked']) }),
  /** Another desk has used this merchant order id, or has an open refund, void or capture of this order. */
  z.object({ code: z.literal('team-taken'), holder: teamHolderSchema }),
  /** The chosen file does not consist of certificates alone. */
  z.object({ code: z.literal('authorities-refused'), why: z.enum([...authoritiesProblems, 'unreadable']) }),
  /** The chosen file cannot be the logo of documents. */
  z.object({ code: z.literal('logo-refused'), why: z.enum(logoProblems) }),
  /** The client certificate for a team's database, or its private key, cannot be used. */
  z.object({ code: z.literal('client-certificate-refused'), why: z.enum(clientCertificateProblems) }),
  /** A possible duplicate of another desk that this person has not seen yet: accepting it needs a reason. */
  z.object({ code: z.literal('team-duplicate'), holder: teamHolderSchema }),
  /**
   * The profile's open outcomes; there may be none where its merchant changes. Nothing is changed until a person has
   * seen them and entered a reason.
   */
  z.object({
    code: z.literal('open-outcomes'), change: z.enum(['merchant', 'entry-point', 'removal']),
    entries: z.array(historyRowSchema).readonly(),
  }),
  /** The history file is not the newest one: no request that moves money is sent until an administrator decides. */
  z.object({ code: z.literal('history-behind'), why: z.enum(behindReasons) }),
  /** The questions before each payment end from this time on. */
  z.object({ code: z.literal('too-early-to-end'), from: utcTimeSchema }),
  /** The gateway, asked just before, does not know the order. `answered` are its words, masked; null without any. */
  z.object({ code: z.literal('order-not-found'), answered: maskedSchema.nullable() }),
  /** The order's status, asked just before, does not allow it. */
  z.object({ code: z.literal('not-possible-now'), why: z.enum(orderObstacles) }),
  z.object({ code: z.literal('form-invalid'), problems: z.array(problemSchema).readonly() }),
  /** A stored profile breaks a rule: it sends nothing until it is corrected. */
  z.object({ code: z.literal('profile-breaks-rule'), problems: z.array(profileProblemSchema).readonly() }),
  tableRefusedSchema,
  z.object({ code: z.literal('profile-invalid'), problems: z.array(profileProblemSchema).readonly() }),
])

export type Failure = z.infer<typeof failureSchema>
