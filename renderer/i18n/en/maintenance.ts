import { backups, missing, quarantined, trust } from './maintenance-files.ts'
import { audit, erasure, heads, retention, verify } from './maintenance-proof.ts'

/** Texts of the screen "Data and audit", and of the settings. */
export const maintenance = {
  title: 'Data and audit',
  lead: 'Backups, verification of the history, audit trail, and settings of this computer. When the desk locks is set under Access.',
  backups,
  quarantined,
  missing,
  trust,
  verify,
  heads,
  retention,
  erasure,
  audit,
  settings: {
    title: 'Settings of this computer',
    operatorName: 'Your name',
    operatorNameHint: 'Recorded in the audit trail next to the system user. It is not proof of identity.',
    operatorNameLong: 'At most {most} characters.',
    operatorNameCard: 'Contains a card number. Remove it: it would be stored in clear text.',
    notFoundAfter: 'Treat “not found” as “not charged” after (minutes)',
    notFoundAfterHint:
      'A new order may take time to appear at the gateway. Until then an order that is not found may still be charged.',
    range: 'Enter a whole number from {least} to {most}.',
    replaceAfter: 'Remind to replace keys and secrets after (days)',
    replaceAfterHint: 'Counted from the day on which they were created or entered.',
    notices: 'Show notifications of the system',
    noticesHint: 'When a payment has its result, an open outcome is resolved or a follow-up is due. They contain no name, amount or reference.',
    noticesUnsupported: 'This system shows no notices to Gateway Console.',
    auditFile: 'Audit file for a collector',
    auditFileHint: 'Every line of the audit trail is also added to the end of this file as one line of JSON. Its name is fixed; you choose the folder.',
    auditFileNone: 'None',
    auditFileFolder: 'Choose folder…',
    auditFileOff: 'Turn off',
    saved: 'The settings were saved.',
  },
} as const
