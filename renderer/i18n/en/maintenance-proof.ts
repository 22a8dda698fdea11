/** Texts about the proof that nothing was changed, about deleting what is old, and about the audit trail. */
export const verify = {
  title: 'Proof that nothing was changed',
  lead: 'Every event carries a link to the one before it, and a seal made with a key that never leaves the vault. '
    + 'Verifying goes through all of them and names the first place where something does not fit.',
  start: 'Verify journal',
  running: 'Verifying the journal',
  progress: '{done} of {total}',
  links: 'Events, audit lines and checkpoints',
  sealed: 'With a seal of this computer that is right',
  unsealed: 'Not sealed yet',
  unsealedNote: 'Written while the vault was locked, or just now.',
  another: 'With a seal of another key',
  anotherNote: 'Made before this keychain was set up. Their links hold; their seals can\'t be checked here.',
  atStart: 'Sealed at a start as they stood',
  atStartNote: 'The last moments of a run that was ended by force, or somebody\'s: nothing tells. The audit trail says when.',
  atRestore: 'Sealed at a restore as they stood',
  atRestoreNote: 'The end of a backup, or of a restore that was interrupted, that carried no seal. The audit trail says when.',
  removed: 'Deleted by retention',
  removedNote: 'A sealed checkpoint stands for them.',
  good: 'Nothing was changed: every link holds and every seal is right.',
  asTheyStood: 'Every link holds and every seal is right. One link was sealed at a restore without a proof of who wrote it. '
    + '| Every link holds and every seal is right. {count} links were sealed at a restore without a proof of who wrote them.',
  asTheyStoodNext: 'A backup that was made while the vault was locked looks like this, and one that somebody changed does too. '
    + 'For charges and refunds from before that restore, believe the gateway and not this history.',
  goodRows: 'Every link holds and every seal is right.',
  limit: 'What somebody appended to the file while Gateway Console was closed can\'t be told from the last moments of a run '
    + 'that was ended by force. It is sealed at the next start; the audit trail keeps how much that was ("Sealed at a start").',
  goodText: 'How often an unchanged status was seen again is only counted; that count is not linked.',
  unproven: 'Every link holds. Some of them no seal of this computer covers.',
  unsealedNext: 'Unlock the vault and verify again in a moment: what was written meanwhile is sealed then.',
  repaired: 'The list showed one entry otherwise than its events. It was put right. '
    + '| The list showed {count} entries otherwise than their events. They were put right.',
  repairedText: 'The events themselves are whole. Somebody, or a fault of the disk, changed the list that is made from them.',
  rules: 'The rules of the journal\'s file were changed.',
  rulesText: 'Not as Gateway Console makes them: {names}.',
  rulesNext: 'They keep one order from being sent twice and what was written from being changed. Missing indexes and triggers '
    + 'are put back and strange ones taken out when the journal is opened. Start Gateway Console again and verify again: what is '
    + 'named then could not be put right. Look charges since then up at the gateway before you send one again, and tell whoever '
    + 'is responsible for this computer.',
  openEntry: 'Open the entry',
  place: 'Place {link} of the chain.',
  placeAt: 'Place {link} of the chain, written {at}.',
  keptAt: 'Place {link} of the chain, last seen {at}.',
  break: {
    'changed': 'The journal was changed: this is the first place that does not hold.',
    'missing': 'Something is missing from the journal: this is the first gap.',
    'added': 'Something was added to the journal that Gateway Console did not write.',
    'seal-wrong': 'The journal was written anew: this is the first seal that is wrong.',
    'checkpoint-wrong': 'The checkpoint of a deletion is wrong: what it stands for was not deleted by Gateway Console, '
      + 'or the checkpoint was changed.',
    'end-cut-off': 'The end of the journal was cut off, or another file stands in its place.',
  },
  breakNext: 'What comes before this place holds. From here on, believe the gateway and not this history. Keep the file, '
    + 'compare with a backup, and tell whoever is responsible for this computer.',
  cutOffNext: 'The keychain remembers a newer end than this file has. An older copy put in its place outside of Gateway '
    + 'Console looks like this too. A backup restored with the button here, while the vault is open, does not, unless somebody changed that backup: it stands in the audit '
    + 'trail. Entries since then may be missing: ask the gateway about their orders.',
} as const

export const retention = {
  title: 'Delete old entries',
  lead: 'Deletes settled entries from this computer. Nothing is sent to the gateway and no order changes there.',
  months: 'Older than (months)',
  monthsProblem: 'A whole number from 1 to 1,200.',
  count: 'Count',
  counting: 'Counting…',
  counted: 'One entry from before {day} would be deleted. | {count} entries from before {day} would be deleted.',
  countedNone: 'No settled entry is from before {day}.',
  staying: 'One older entry stays: its outcome is not certain. '
    + '| {count} older entries stay: their outcome is not certain, or they are about an order whose is not.',
  open: 'Delete…',
  dialogTitle: 'Delete one entry? | Delete {count} entries?',
  action: 'Delete one entry | Delete {count} entries',
  forgotten: 'Charges from before {day} are forgotten here. Their merchant order ids count as unused on this computer again, '
    + 'and the gateway does not stop a second charge with the same one.',
  forgottenRefunds: 'Refunds from before {day} are forgotten here too. What is offered as refundable may be too much: '
    + 'the gateway decides.',
  gone: 'This can not be undone. Backups made earlier still hold the entries until newer ones take their place.',
  size: 'The file keeps its size; the room is used for new entries.',
  kept: 'The audit trail keeps that they were deleted, by whom and when. The rest of the journal can still be verified.',
  deleting: 'Deleting old entries',
  deleted: 'One entry was deleted. | {count} entries were deleted.',
} as const

export const audit = {
  title: 'Audit trail',
  lead: 'Who changed profiles, keys, secrets and settings on this computer, what was done to the history as a whole, and '
    + 'when the application ran and the vault was locked.',
  empty: 'Nothing was changed yet',
  emptyText: 'Changes of profiles, keys, secrets and settings will stand here.',
  caption: 'Lines of the audit trail, newest first',
  when: 'When',
  who: 'Who',
  what: 'What',
  older: 'Show older lines',
  count: 'Number: {count}',
  namedWho: '{name} ({osUser})',
  action: {
    'profile-made': 'Profile made',
    'profile-changed': 'Profile changed',
    'profile-removed': 'Profile removed',
    'profile-confirmed': 'Profile confirmed',
    'secret-stored': 'Control secret stored',
    'secret-removed': 'Control secret removed',
    'key-made': 'Key made',
    'key-imported': 'Key imported',
    'key-confirmed': 'Key confirmed for an address',
    'key-removed': 'Key removed',
    'public-key-exported': 'Public key saved to a file',
    'history-exported': 'History exported',
    'entries-deleted': 'Entries deleted',
    'backup-restored': 'Backup restored',
    'entries-salvaged': 'Entries salvaged',
    'history-started-anew': 'History started anew',
    'damaged-history-given-up': 'Damaged history given up',
    'secrets-bound': 'Secrets and keys bound to their addresses',
    'settings-changed': 'Settings changed',
    'sealed-at-start': 'Sealed at a start',
    'sealed-at-restore': 'Sealed at a restore',
    'closed-by-hand': 'Open outcome closed by hand',
    'open-outcomes-left': 'Profile changed or removed with open outcomes',
    'merchant-moved': 'Declared the same merchant at a new address',
    'application-started': 'Application started',
    'application-ended': 'Application ended',
    'vault-locked': 'Vault locked',
    'vault-unlocked': 'Vault unlocked',
    'unlock-failed': 'Unlock failed',
    'bridge-call-refused': 'Call of the window refused',
  },
} as const
