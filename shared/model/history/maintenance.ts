import { entryIdSchema, utcTimeSchema } from '../values/branded.ts'
import { z } from '../values/zod.ts'

/** The permitted months after which the content of an entry is removed. */
export const leastMonths = 12
export const mostMonths = 1_200

/** A copy of the history made by this application; each was opened and verified after it was written. */
export const backupSchema = z.object({
  /** The name inside the folder of backups, never a path. */
  fileName: z.string(),
  at: utcTimeSchema,
  bytes: z.number(),
  check: z.discriminatedUnion('result', [
    z.object({ result: z.literal('good'), entries: z.number() }),
    z.object({ result: z.literal('bad'), detail: z.string() }),
  ]),
})
export type Backup = z.infer<typeof backupSchema>

/** A quarantined history file: it was damaged, a backup replaced it, or a development version created it. */
const quarantinedFileSchema = z.object({
  fileName: z.string(),
  at: utcTimeSchema,
  bytes: z.number(),
  why: z.enum(['damaged', 'replaced', 'development']),
})
export type QuarantinedFile = z.infer<typeof quarantinedFileSchema>

/** The history as a whole. */
export const maintenanceSchema = z.object({
  bytes: z.number(),
  entries: z.number(),
  oldestAt: utcTimeSchema.nullable(),
  backups: z.array(backupSchema).readonly(),
  /** Why the last backup failed, as a sentence; null if it succeeded. */
  backupProblem: z.string().nullable(),
  /** From the audit trail; null if the history was never verified. */
  lastVerification: z.object({ at: utcTimeSchema, result: z.enum(['good', 'bad']) }).nullable(),
  quarantined: z.array(quarantinedFileSchema).readonly(),
  /** The quarantined file whose entries may be missing here, until it is salvaged or given up; null if none. */
  startedAnewBeside: z.string().nullable(),
  /**
   * Why this history may lack orders that are in progress: that file was damaged, it could not be read completely, or
   * the earlier history (or its end) is missing. Null if the history is complete.
   */
  warning: z.enum(['damaged', 'not-all-read', 'missing']).nullable(),
})
export type Maintenance = z.infer<typeof maintenanceSchema>

/** The result of copying the readable entries of a quarantined file. */
export const salvageSchema = z.object({
  /** Entries that were added to the history. */
  added: z.number(),
  /** Entries that the history already contained. */
  known: z.number(),
  /**
   * Entries that wait. Some are open refunds, voids and captures of an order that has another one open here. The others
   * are uncertain here because the application ended, while the file has their outcome: status checks resolve them.
   */
  waiting: z.number(),
  /** Entries of the file that could not be read; null if their number is not known. */
  lost: z.number().nullable(),
})
export type Salvage = z.infer<typeof salvageSchema>

/** The result of verifying the chain of events. */
export const verificationSchema = z.object({
  /** Verified links: events, audit lines and heads. */
  links: z.number(),
  /** Events and audit lines behind the newest head: written just now, or while the vault was not available. */
  unsigned: z.number(),
  /**
   * Events and audit lines after the last proof that were signed as found at a start: the last moments of a run that
   * was ended by force, or additions by somebody else. The audit trail records their number at each start.
   */
  signedAtStart: z.number(),
  /** As `signedAtStart`, for restores: the end of a backup without a head, or the rest of an interrupted restore. */
  signedAtRestore: z.number(),
  /** Events whose content was removed, by signed removals. */
  removed: z.number(),
  /** The part of them that was removed on request. */
  removedOnRequest: z.number(),
  /**
   * Entries whose row in the list differed from their events, although the chain of events is valid: somebody had
   * changed the list. The rows were derived again from the events. Null if there were none.
   */
  repaired: z.object({ entries: z.number(), firstEntryId: entryIdSchema }).nullable(),
  /**
   * Tables, indexes and triggers of the file (type and name) that differ from this version's, or did when this run
   * opened the file. Opening restored indexes and triggers.
   */
  changedRules: z.array(z.string()).readonly(),
  /** Heads, with which others can verify the journal too; the newest one covers all earlier ones. */
  heads: z.object({
    /** Heads signed by this computer's key; `byAnotherKey` counts those by a key that its keychain does not have. */
    valid: z.number(),
    byAnotherKey: z.number(),
    /** The newest one with a valid signature. */
    newest: z.object({ position: z.number(), at: utcTimeSchema }).nullable(),
    /** The signing key was lost: no head could be verified, and no more are signed. */
    keyLost: z.boolean(),
  }),
  /** The epochs that restores began, in order. */
  epochs: z.array(z.object({ number: z.number(), position: z.number(), at: utcTimeSchema })).readonly(),
  /** The first position at which the chain is invalid; null if all of it is valid. */
  firstBreak: z.object({
    link: z.number(),
    what: z.enum([
      'changed', 'missing', 'added', 'content-changed', 'content-missing', 'removal-wrong', 'end-cut-off', 'head-wrong',
      'head-missing',
    ]),
    at: utcTimeSchema.nullable(),
    entryId: entryIdSchema.nullable(),
  }).nullable(),
})
export type Verification = z.infer<typeof verificationSchema>

/** The actions that the audit trail records besides the operations. */
export const auditActions = [
  'profile-made', 'profile-changed', 'profile-removed', 'profile-confirmed', 'secret-stored', 'secret-removed',
  'key-confirmed',
  'key-made', 'key-imported', 'key-stored', 'key-removed', 'public-key-exported', 'public-key-sent', 'key-proven', 'key-retired',
  'key-reinstated', 'key-backed-up',
  'history-exported', 'entries-deleted', 'customer-erased', 'backup-restored', 'entries-salvaged', 'history-started-anew', 'settings-changed',
  'closed-by-hand', 'damaged-history-given-up', 'signed-at-start', 'signed-at-restore', 'epoch-begun', 'heads-exported',
  'history-verified', 'verification-failed',
  'open-outcomes-left', 'merchant-moved',
  'team-schema-created', 'team-joined', 'team-left', 'copied-logs-deleted', 'copied-logs-not-deleted', 'team-alone-allowed', 'team-gone-on',
  'team-collision-closed', 'team-desk-admitted', 'team-admission-withdrawn', 'team-removal-proposed', 'team-waiting-time-changed',
  'application-started', 'application-ended', 'vault-locked', 'vault-unlocked', 'unlock-failed', 'bridge-call-refused',
  'protection-set-up', 'proof-refused', 'person-added', 'person-changed', 'person-removed', 'passphrase-changed',
  'desk-started-over', 'limit-refused', 'settings-not-confirmed', 'audit-file-begun-again',
  'batch-started', 'batch-paused', 'batch-resumed', 'batch-stopped', 'batch-ended',
  'history-behind', 'gateway-questions-begun', 'gateway-questions-ended',
] as const

/** One line of the audit trail: person, action, subject and time. Never contains a secret, only that it changed. */
const auditLineSchema = z.object({
  link: z.number(),
  at: utcTimeSchema,
  osUser: z.string(),
  /** The name typed in the settings; empty without one. */
  name: z.string(),
  action: z.enum(auditActions),
  /** The subject by the name that persons know: of a profile, key or file. */
  subject: z.string(),
  /** The change in words, without secrets; empty if the action explains it. */
  detail: z.string(),
  /** The number of affected things; null for actions without one. */
  count: z.number().nullable(),
})
export type AuditLine = z.infer<typeof auditLineSchema>

export const auditPageSchema = z.object({
  lines: z.array(auditLineSchema).readonly(),
  /** Null on the last page. */
  next: z.string().nullable(),
})

/** The public key that verifies heads of the journal. */
export const headKeySchema = z.object({
  keyId: z.string(),
  createdAt: utcTimeSchema,
  /** PEM (SubjectPublicKeyInfo). */
  publicKey: z.string(),
})
