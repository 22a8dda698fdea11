import { entryIdSchema, utcTimeSchema } from './branded.ts'
import { z } from './zod.ts'

/** Calendar months after which the content of an entry may be removed, at least and at most. */
export const leastMonths = 12
export const mostMonths = 1_200

/** A copy of the history made by this application; each was opened and checked after it was written. */
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

/** A history file that was quarantined: it was damaged, a backup took its place, or a development version made it. */
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
  /** Why the last backup could not be made, as a plain sentence; null when it could. */
  backupProblem: z.string().nullable(),
  quarantined: z.array(quarantinedFileSchema).readonly(),
  /** The file put aside whose entries are not all known to be here, until it is salvaged or given up; null without. */
  startedAnewBeside: z.string().nullable(),
  /**
   * Why this history may not know of orders that are under way: that file was damaged, not all of it could be read, or
   * the history that was here (or its end) is gone. Null when all is well.
   */
  warning: z.enum(['damaged', 'not-all-read', 'missing']).nullable(),
})
export type Maintenance = z.infer<typeof maintenanceSchema>

/** What copying the readable entries of a file that was put aside brought. */
export const salvageSchema = z.object({
  /** Entries that were added to the history. */
  added: z.number(),
  /** Entries that the history had already. */
  known: z.number(),
  /**
   * Open refunds, voids and captures that can't stand here yet: another one of their order is open. And entries that
   * are in doubt here because the application ended, while the file has their outcome: the gateway resolves them.
   */
  waiting: z.number(),
  /** Entries of the file that could not be read; null where not even their number can be told. */
  lost: z.number().nullable(),
})
export type Salvage = z.infer<typeof salvageSchema>

/** What walking the chain of events found. */
export const verificationSchema = z.object({
  /** Links walked: events, audit lines and heads. */
  links: z.number(),
  /** Events and audit lines behind the newest head: written just now, or while the vault could not be asked. */
  unsigned: z.number(),
  /**
   * Events and audit lines behind the last proof at a start, signed then as they stood: the last moments of a run that
   * was ended by force, or somebody's. The audit trail says how many, at which start.
   */
  signedAtStart: z.number(),
  /** The same of restores: the end of a backup that carried no head, or what an interrupted restore left. */
  signedAtRestore: z.number(),
  /** Events whose content was removed, as signed removals say. */
  removed: z.number(),
  /** Those of them that were removed because somebody asked for it. */
  removedOnRequest: z.number(),
  /**
   * Entries that the list showed otherwise than their events say, though the chain of events holds: somebody had
   * changed the list. They were derived from their events again. Null when there were none.
   */
  repaired: z.object({ entries: z.number(), firstEntryId: entryIdSchema }).nullable(),
  /**
   * Tables, indexes and triggers of the file (type and name) that are not as this version makes them, or were not when
   * this run opened it. Indexes and triggers were put back then.
   */
  changedRules: z.array(z.string()).readonly(),
  /** Heads, by which somebody else can verify the journal, too; the newest one stands for all before. */
  heads: z.object({
    /** Heads by this computer's key, and those by a key that its keychain does not have. */
    valid: z.number(),
    byAnotherKey: z.number(),
    /** The newest one with a right signature. */
    newest: z.object({ position: z.number(), at: utcTimeSchema }).nullable(),
    /** The key that signs them was lost: none could be checked, and none is signed any more. */
    keyLost: z.boolean(),
  }),
  /** The epochs that restores began, in order. */
  epochs: z.array(z.object({ number: z.number(), position: z.number(), at: utcTimeSchema })).readonly(),
  /** The first place where the chain does not hold; null when all of it does. */
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

/** What the audit trail records beside the operations themselves. */
export const auditActions = [
  'profile-made', 'profile-changed', 'profile-removed', 'profile-confirmed', 'secret-stored', 'secret-removed',
  'key-confirmed',
  'key-made', 'key-imported', 'key-stored', 'key-removed', 'public-key-exported', 'public-key-sent', 'key-proven', 'key-retired',
  'key-reinstated', 'key-backed-up',
  'history-exported', 'entries-deleted', 'customer-erased', 'backup-restored', 'entries-salvaged', 'history-started-anew', 'settings-changed',
  'closed-by-hand', 'damaged-history-given-up', 'signed-at-start', 'signed-at-restore', 'epoch-begun', 'heads-exported',
  'open-outcomes-left', 'merchant-moved',
  'team-schema-created', 'team-joined', 'team-left', 'copied-logs-deleted', 'copied-logs-not-deleted', 'team-alone-allowed', 'team-gone-on',
  'team-collision-closed', 'team-desk-admitted', 'team-admission-withdrawn', 'team-removal-proposed', 'team-waiting-time-changed',
  'application-started', 'application-ended', 'vault-locked', 'vault-unlocked', 'unlock-failed', 'bridge-call-refused',
  'protection-set-up', 'proof-refused', 'person-added', 'person-changed', 'person-removed', 'passphrase-changed',
  'desk-started-over', 'limit-refused', 'settings-not-confirmed', 'audit-file-begun-again',
  'history-behind', 'gateway-questions-begun', 'gateway-questions-ended',
] as const

/** One line of the audit trail: who did what to what, when. Never a value of a secret, only that it changed. */
const auditLineSchema = z.object({
  link: z.number(),
  at: utcTimeSchema,
  osUser: z.string(),
  /** The name typed in the settings; empty when none is. */
  name: z.string(),
  action: z.enum(auditActions),
  /** What it was done to, in words a person knows: the profile's or key's name, a file's name. */
  subject: z.string(),
  /** What changed, in plain secret-free words; empty when the action says it all. */
  detail: z.string(),
  /** How many, where the line tells of a number of things; null elsewhere. */
  count: z.number().nullable(),
})
export type AuditLine = z.infer<typeof auditLineSchema>

export const auditPageSchema = z.object({
  lines: z.array(auditLineSchema).readonly(),
  /** Null when this is the last page. */
  next: z.string().nullable(),
})

/** The public half of the key that signs heads of the journal. */
export const headKeySchema = z.object({
  keyId: z.string(),
  createdAt: utcTimeSchema,
  /** PEM (SubjectPublicKeyInfo). */
  publicKey: z.string(),
})
