/** The bridge's calls for the history as a whole: backups, proof, removals, audit trail. */
import { customerSchema } from '../model/payments/customer.ts'
import {
  auditPageSchema, backupSchema, headKeySchema, leastMonths, maintenanceSchema, mostMonths, salvageSchema,
  verificationSchema,
} from '../model/history/maintenance.ts'
import { z } from '../model/values/zod.ts'
import { historyTrustCalls } from './history-trust-calls.ts'
import { call } from './authority.ts'
import { reason } from './parts.ts'
import { always, administrator, asking, person } from './rules.ts'

const nothing = z.null()
const savedFile = z.object({ fileName: z.string() })
const months = z.number().int().min(leastMonths).max(mostMonths)

export const maintenanceCalls = {
  ...historyTrustCalls,
  'maintenance.describe': call({ input: nothing, output: maintenanceSchema, authority: person }),
  'maintenance.backUp': call({ input: nothing, output: backupSchema, authority: person }),
  /** Quarantines the history, restores a backup, and adds the readable newer entries to it. */
  'maintenance.restore': call({
    input: z.object({ fileName: z.string().max(200) }), output: salvageSchema,
    authority: asking(always, 'first', always),
  }),
  'maintenance.salvage': call({
    input: z.object({ fileName: z.string().max(200) }), output: salvageSchema,
    authority: administrator,
  }),
  /** A person gives up a file, or a missing history (null): the warning ends, the file stays. */
  'maintenance.giveUp': call({
    input: z.object({ fileName: z.string().max(200).nullable() }), output: nothing,
    authority: asking(always, 'first', always),
  }),
  'maintenance.verify': call({ input: nothing, output: verificationSchema, authority: person }),
  /** The public key with which others verify a copy of the journal; null before the first head was signed. */
  'maintenance.headKey': call({ input: nothing, output: headKeySchema.nullable(), authority: person }),
  'maintenance.saveHeadKey': call({ input: nothing, output: savedFile, authority: person }),
  /** Saves the last signed head of each day with the public key. */
  'maintenance.saveHeads': call({ input: nothing, output: savedFile, authority: person }),
  /**
   * Counts the entries older than so many months, whose content retention would remove. Open outcomes and all other
   * entries of their orders stay whole (`staying`).
   */
  'maintenance.countOlder': call({
    input: z.object({ months }), output: z.object({ entries: z.number(), staying: z.number(), before: z.string() }),
    authority: person,
  }),
  /** Deletes exactly the counted entries; `count-changed` if their number differs now. */
  'maintenance.deleteOlder': call({
    input: z.object({ months, entries: z.number().int() }), output: z.object({ deleted: z.number() }),
    authority: asking(always, 'first', always),
  }),
  /** Counts the entries of one customer, of any age, that would lose their content, and those that stay whole. */
  'maintenance.countCustomer': call({
    input: z.object({ customer: customerSchema }), output: z.object({ entries: z.number(), staying: z.number() }),
    authority: person,
  }),
  /** Erases exactly the counted entries; `count-changed` if one of the numbers differs now. */
  'maintenance.eraseCustomer': call({
    input: z.object({ customer: customerSchema, entries: z.number().int(), staying: z.number().int(), reason }),
    output: z.object({ deleted: z.number() }),
    authority: asking(always, 'first', always),
  }),
  'maintenance.audit': call({
    input: z.object({ before: z.string().max(32).nullable(), limit: z.number().int().min(1).max(200) }),
    output: auditPageSchema,
    authority: person,
  }),
} as const
