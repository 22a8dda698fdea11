/** Texts about a history file that is older than the keychain's record of it. */
export const trust = {
  behindTitle: 'Payments are stopped: the history is not complete',
  why: {
    missing: 'The history of this computer is missing.',
    older: 'The history file lacks the newest row that the keychain remembers. An older copy took its place, or rows were removed.',
    'no-record': 'The keychain no longer contains the number of the newest row of the history.',
    key: 'The key that signs the history was lost or replaced.',
  },
  unknown: 'Charges and refunds that were sent before may not be in it, and could be sent again.',
  exempt: 'Charges, refunds, voids and captures are not sent outside the sandbox. Lookups work as before.',
  next: 'An administrator decides under Data and audit: restore the newest backup, or go on with this history.',
  decide: 'Restore the newest backup below, or go on with this history.',
  after: 'After either, the gateway is asked before each charge whether it knows the merchant order id, and each refund requires '
    + 'a reason that is confirmed in a message box. An administrator can end this after {days} days.',
  open: 'Open Data and audit',
  goOn: 'Go on with this history…',
  goOnTitle: 'Go on with this history',
  goOnAction: 'Go on',
  reasonHint: 'Recorded in the audit trail.',
  carefulTitle: 'The gateway is asked before each payment',
  careful: {
    'restored': 'The history was behind, and a backup was restored on {since}.',
    'gone-on': 'The history was behind. An administrator decided on {since} to go on with it.',
  },
  carefulRules: 'A charge is sent only if the gateway does not know its merchant order id. A refund requires a reason that is '
    + 'confirmed in a message box.',
  endsFrom: 'An administrator can end this from {date} on.',
  end: 'End the questions',
} as const

/** Texts about the files of the history: backups, restore, the files in quarantine. */
export const backups = {
  title: 'Backups',
  lead: 'The history is backed up once a day while the application runs. Each backup is opened and checked. The newest '
    + 'backup of each of the last seven days is kept.',
  size: 'The history has {count} entry, {size}. | The history has {count} entries, {size}.',
  since: 'The oldest entry is from {day}.',
  none: 'There is no backup yet.',
  entries: '{count} entry | {count} entries',
  bad: 'Cannot be used',
  backUp: 'Back up now',
  made: 'Backup created and checked: {count} entry. | Backup created and checked: {count} entries.',
  restore: 'Restore…',
  restoreNamed: 'Restore the backup of {time}',
  problemTitle: 'The last backup failed',
  problemNext: 'The history still works, and earlier backups are kept.',
  doing: { backup: 'Backing up and checking', restore: 'Restoring; nothing can be sent in the meantime' },
  dialogTitle: 'Restore a backup',
  action: 'Restore',
  dialogWhat: 'The backup of {time} replaces the current history. The current history is moved to quarantine and kept.',
  dialogKept: 'Entries newer than the backup are added from it, so that no charge is lost.',
  dialogRemoved: 'Content that was removed or erased since this backup comes back. Remove or erase it again afterwards.',
  dialogMeanwhile: 'Nothing can be sent during the restore. With many entries it takes a minute or more.',
  done: { restore: 'The backup was restored', salvage: 'The entries were recovered' },
  added: 'No entry was added. | {count} entry was added. | {count} entries were added.',
  known: 'No entry was already in the history. | {count} entry was already in the history. | {count} entries were already in the history.',
  lost: '{count} entry could not be read, and its content is unknown. Check with the gateway before you charge again.'
    + ' | {count} entries could not be read, and their content is unknown. Check with the gateway before you charge again.',
  lostUnknown: 'Parts of the file could not be read, and the number of lost entries is unknown. Check with the gateway before '
    + 'you charge again.',
  waiting: '{count} entry was not recovered yet: its outcome is open here but known in the file, or another refund, void or '
    + 'capture of its order is open here. Resolve it under “Open outcomes”, then recover again.'
    + ' | {count} entries were not recovered yet: their outcomes are open here but known in the file, or another refund, void '
    + 'or capture of their orders is open here. Resolve them under “Open outcomes”, then recover again.',
} as const

export const quarantined = {
  title: 'Quarantine',
  lead: 'These files were earlier histories. They are never changed. You can recover their entries into the current '
    + 'history; entries that it already has stay unchanged.',
  why: { damaged: 'Damaged', replaced: 'Replaced by a backup', development: 'Made by a development version' },
  salvage: 'Recover entries',
  salvageNamed: 'Recover the entries of {time}',
  salvaging: 'Recovering entries',
  giveUp: 'Dismiss…',
  dialogTitle: 'Dismiss this file',
  action: 'Dismiss',
  dialogRisk: 'Charges and refunds with an unknown result stay missing here. Look them up at the gateway before you send '
    + 'anything again.',
  dialogKept: 'Only the warning is removed. The file is kept, and its entries can still be recovered.',
} as const

export const missing = {
  title: 'The history is missing or incomplete',
  next: 'Restore a backup to recover its entries. If there is none, look up at the gateway what was in progress, '
    + 'then dismiss this warning.',
  dialogTitle: 'Dismiss the missing history',
  dialogKept: 'Only the warning is removed. A backup can still be restored.',
} as const
