/** The part of the bridge's contract that is about the history as a whole: backups, proof, retention, audit trail. */
import { auditPageSchema, backupSchema, salvageSchema, upkeepSchema, verificationSchema } from '../model/upkeep.ts'
import { z } from '../model/zod.ts'

const nothing = z.null()
const months = z.number().int().min(1).max(1_200)

export const upkeepCalls = {
  'upkeep.describe': { input: nothing, output: upkeepSchema },
  'upkeep.backUp': { input: nothing, output: backupSchema },
  /** Puts the history aside and a backup in its place; what the newer one still yields is added to it. */
  'upkeep.restore': { input: z.object({ fileName: z.string().max(200) }), output: salvageSchema },
  'upkeep.salvage': { input: z.object({ fileName: z.string().max(200) }), output: salvageSchema },
  /** A person takes a file, or (null) a history that is gone, as given up: the warning ends, the file stays. */
  'upkeep.giveUp': { input: z.object({ fileName: z.string().max(200).nullable() }), output: nothing },
  'upkeep.verify': { input: nothing, output: verificationSchema },
  /**
   * What retention would delete: entries older than so many months. What is not settled stays (`staying`), with
   * whatever else is about its order.
   */
  'upkeep.countOlder': {
    input: z.object({ months }), output: z.object({ entries: z.number(), staying: z.number(), before: z.string() }),
  },
  /** Deletes exactly what was counted: `count-changed` when `entries` is another number by now. */
  'upkeep.deleteOlder': { input: z.object({ months, entries: z.number().int() }), output: z.object({ deleted: z.number() }) },
  'upkeep.audit': {
    input: z.object({ before: z.string().max(32).nullable(), limit: z.number().int().min(1).max(200) }),
    output: auditPageSchema,
  },
} as const
