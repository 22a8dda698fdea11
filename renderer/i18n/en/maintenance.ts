import { backups, missing, quarantined } from './maintenance-files.ts'
import { audit, retention, verify } from './maintenance-proof.ts'

/** Texts of the screen that looks after the history as a whole, and of the settings. */
export const maintenance = {
  title: 'Upkeep',
  lead: 'Backups, proof that nothing was changed, who changed what, and the settings of this computer.',
  backups,
  quarantined,
  missing,
  verify,
  retention,
  audit,
  settings: {
    title: 'Settings of this computer',
    operatorName: 'Your name',
    operatorNameHint: 'Written into the audit trail beside the user of the system. It proves nothing by itself.',
    operatorNameLong: 'At most {most} characters.',
    operatorNameCard: 'A card number stands in it. It does not belong here: it would be kept in clear.',
    notFoundAfter: 'Take "not found" as "not charged" after (minutes)',
    notFoundAfterHint:
      'A gateway can be slow to know an order. Until then an order that it does not know may still be charged.',
    notFoundAfterRange: 'A whole number from {least} to {most}.',
    saved: 'The settings were saved.',
  },
} as const
