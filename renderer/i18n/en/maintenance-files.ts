/** Texts about the files of the history: backups, restore, what was put aside. */
export const backups = {
  title: 'Backups',
  lead: 'It is backed up once a day while the application runs, and each backup is opened and checked. The newest of each '
    + 'of the last seven days is kept.',
  size: 'The history has {count} entry, {size}. | The history has {count} entries, {size}.',
  since: 'The oldest is of {day}.',
  none: 'There is no backup yet.',
  entries: '{count} entry | {count} entries',
  bad: 'Can not be used',
  backUp: 'Back up now',
  made: 'Backed up and checked: {count} entry. | Backed up and checked: {count} entries.',
  restore: 'Restore…',
  restoreNamed: 'Restore the backup of {time}',
  problemTitle: 'The last backup could not be made',
  problemNext: 'The history itself goes on, and earlier backups are still there.',
  doing: { backup: 'Backing up and checking', restore: 'Restoring; nothing can be sent meanwhile' },
  dialogTitle: 'Restore a backup',
  action: 'Restore',
  dialogWhat: 'The backup of {time} takes the place of the history. The history of now is put aside and kept.',
  dialogKept: 'What came after the backup is added from it, so that no charge is forgotten.',
  dialogMeanwhile: 'While it goes on nothing can be sent. With many entries it takes a minute or more.',
  done: { restore: 'The backup was restored', salvage: 'The entries were brought back' },
  added: 'No entry was added. | {count} entry was added. | {count} entries were added.',
  known: 'None was in the history already. | {count} was in the history already. | {count} were in the history already.',
  lost: '{count} entry could not be read. What it was about is not known here: ask the gateway before you charge again.'
    + ' | {count} entries could not be read. What they were about is not known here: ask the gateway before you charge again.',
  lostUnknown: 'Parts of the file could not be read, and nothing tells how many entries were in them. Ask the gateway before '
    + 'you charge again.',
  waiting: '{count} entry waits: its outcome is in doubt here though the file knows it, or another refund, void or capture '
    + 'of its order is open here. Settle it under "Needs attention", then bring back again.'
    + ' | {count} entries wait: their outcome is in doubt here though the file knows it, or another refund, void or capture '
    + 'of their order is open here. Settle them under "Needs attention", then bring back again.',
} as const

export const quarantined = {
  title: 'Put aside',
  lead: 'These files were the history before. Nothing in them is changed. What they hold can be brought back into the history '
    + 'of now; entries that it has already are left as they are.',
  why: { damaged: 'Damaged', replaced: 'Replaced by a backup' },
  salvage: 'Bring entries back',
  salvageNamed: 'Bring back the entries of {time}',
  salvaging: 'Bringing entries back',
  giveUp: 'Give up…',
  dialogTitle: 'Give this file up',
  action: 'Give up',
  dialogRisk: 'Charges and refunds whose result was not known stay forgotten here. Look them up at the gateway before you send '
    + 'anything again.',
  dialogKept: 'Only the warning ends. The file is kept, and its entries can still be brought back.',
} as const

export const missing = {
  title: 'The history that was here is gone or was cut off',
  next: 'Restore a backup: it brings back what was known when it was made. If there is none, look up at the gateway what was '
    + 'under way, then give up what is missing.',
  dialogTitle: 'Give up what is missing',
  dialogKept: 'Only the warning ends. A backup can still be restored.',
} as const
