/** The part of the bridge's contract that is about the history as a whole: backups, proof, retention, audit trail. */
import {
  auditPageSchema, backupSchema, headKeySchema, salvageSchema, maintenanceSchema, verificationSchema,
} from '../model/maintenance.ts'
import { z } from '../model/zod.ts'

const nothing = z.null()
const savedFile = z.object({ fileName: z.string() })
const months = z.number().int().min(1).max(1_200)

export const maintenanceCalls = {
  'maintenance.describe': { input: nothing, output: maintenanceSchema },
  'maintenance.backUp': { input: nothing, output: backupSchema },
  /** Puts the history aside and a backup in its place; what the newer one still yields is added to it. */
  'maintenance.restore': {
    input: z.object({ fileName: z.string().max(200) }), output: salvageSchema, needs: 'administrator',
  },
  'maintenance.salvage': {
    input: z.object({ fileName: z.string().max(200) }), output: salvageSchema, needs: 'administrator',
  },
  /** A person takes a file, or (null) a history that is gone, as given up: the warning ends, the file stays. */
  'maintenance.giveUp': {
    input: z.object({ fileName: z.string().max(200).nullable() }), output: nothing, needs: 'administrator',
  },
  'maintenance.verify': { input: nothing, output: verificationSchema },
  /** The public key by which somebody else verifies a copy of the journal; null before the first head was signed. */
  'maintenance.headKey': { input: nothing, output: headKeySchema.nullable() },
  'maintenance.saveHeadKey': { input: nothing, output: savedFile },
  /** Saves the last signed head of each day together with the public key. */
  'maintenance.saveHeads': { input: nothing, output: savedFile },
  /**
   * What retention would delete: entries older than so many months. What is not resolved stays (`staying`), with
   * whatever else is about its order.
   */
  'maintenance.countOlder': {
    input: z.object({ months }), output: z.object({ entries: z.number(), staying: z.number(), before: z.string() }),
  },
  /** Deletes exactly what was counted: `count-changed` when `entries` is another number by now. */
  'maintenance.deleteOlder': {
    input: z.object({ months, entries: z.number().int() }), output: z.object({ deleted: z.number() }),
    needs: 'administrator',
  },
  'maintenance.audit': {
    input: z.object({ before: z.string().max(32).nullable(), limit: z.number().int().min(1).max(200) }),
    output: auditPageSchema,
  },
} as const
