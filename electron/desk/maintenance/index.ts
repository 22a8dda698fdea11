/** The history as a whole: its audit trail, signing, backups, removal of content and verification. */
import type { CallsOf } from '../calls.ts'
import type { Emit, Services } from '../services.ts'
import type { Backups } from './backups.ts'
import { countCustomer, eraseCustomer } from './erasure.ts'
import { headKey, saveHeadKey, saveHeads } from './export-heads.ts'
import type { InTurn } from './mutex.ts'
import { countOlder, deleteOlder } from './retention.ts'
import type { Signing } from './signing.ts'
import { noteVerification, verifyHistory } from './verify.ts'

export { audit, audited, auditRecord, note } from './audit.ts'
export { auditFeed, type AuditFeed } from './audit-feed.ts'
export { backups, type Backups } from './backups.ts'
export { mutex, type InTurn } from './mutex.ts'
export { monthsBefore } from './retention.ts'
export { saveFile } from './save-file.ts'
export { historySigning, type Signing } from './signing.ts'
export { countedNotes } from './counted-notes.ts'
export { holdsLink } from './verify.ts'
export { whoActs } from './who.ts'

/** The dependencies of maintenance. */
export interface MaintenanceParts {
  readonly services: Services
  readonly emit: Emit
  readonly inTurn: InTurn
  readonly signing: Signing
  readonly keeping: Backups
  readonly journalChanged: () => void
}

/** The calls about the history as a whole. */
export function maintenanceCalls(
  { services, emit, inTurn, signing, keeping, journalChanged }: MaintenanceParts,
): CallsOf<'maintenance'> {
  return {
    'maintenance.describe': () => keeping.describe(),
    'maintenance.backUp': () => keeping.backUp(),
    'maintenance.restore': ({ fileName }) => keeping.restore(fileName),
    'maintenance.salvage': ({ fileName }) => keeping.salvage(fileName),
    'maintenance.giveUp': async ({ fileName }) => {
      const givenUp = await keeping.giveUp(fileName)
      journalChanged()
      return givenUp
    },
    'maintenance.verify': () => inTurn(async () => {
      await signing.caughtUp()
      const verified = await verifyHistory(services, emit)
      if (verified.ok) await noteVerification(services, verified.value)
      return verified
    }),
    'maintenance.headKey': () => headKey(services),
    'maintenance.saveHeadKey': () => saveHeadKey(services),
    'maintenance.saveHeads': () => saveHeads(services),
    'maintenance.countOlder': ({ months }) => countOlder(services, months),
    'maintenance.deleteOlder': async (input) => {
      const deleted = await inTurn(() => deleteOlder(services, emit, input))
      journalChanged()
      return deleted
    },
    'maintenance.countCustomer': ({ customer }) => countCustomer(services, customer),
    'maintenance.eraseCustomer': async (input) => {
      const erased = await inTurn(() => eraseCustomer(services, emit, input))
      journalChanged()
      return erased
    },
    'maintenance.audit': (input) => services.journal.audit(input),
  }
}
