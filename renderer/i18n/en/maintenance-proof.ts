/** Texts about verifying the history, deleting old entries, and about the audit trail. */
export const verify = {
  title: 'Verify the history',
  lead: 'Every event is linked to the one before it and sealed with a key that never leaves the vault. '
    + 'Verification checks all of them and reports the first place that does not match.',
  start: 'Verify journal',
  running: 'Verifying the journal',
  progress: '{done} of {total}',
  links: 'Events, audit lines and checkpoints',
  sealed: 'With a valid seal of this computer',
  unsealed: 'Not sealed yet',
  unsealedNote: 'Written while the vault was locked, or just now.',
  another: 'Sealed with another key',
  anotherNote: 'Created before this keychain was set up. Their links are intact; their seals cannot be checked here.',
  atStart: 'Sealed at start as found',
  atStartNote: 'Written at the end of a run that was terminated, or by someone else: this cannot be determined. The audit trail records when.',
  atRestore: 'Sealed at restore as found',
  atRestoreNote: 'The unsealed end of a backup or of an interrupted restore. The audit trail records when.',
  removed: 'Deleted by retention',
  removedNote: 'A sealed checkpoint represents them.',
  heads: 'Signed heads, all valid',
  headsNote: 'The newest one proves everything up to position {position} ({at}).',
  headsAnother: 'Heads signed with another key',
  headsAnotherNote: 'Signed before this keychain was set up. Verify them with the public key that was saved then.',
  epochs: 'Restores since the journal began',
  epochsNote: 'The current epoch has number {number} and begins at position {position} ({at}).',
  headKeyLost: 'The key that signs heads is missing from the keychain.',
  headKeyLostText: 'Links and seals were verified; signed heads were not. No further head is signed. '
    + 'Restore the keychain from a backup.',
  good: 'Nothing was changed: every link is intact and every seal is valid.',
  asTheyStood: 'Every link is intact and every seal is valid. One link was sealed at a restore without proof of its origin. '
    + '| Every link is intact and every seal is valid. {count} links were sealed at a restore without proof of their origin.',
  asTheyStoodNext: 'A backup made while the vault was locked looks like this, but so does one that was changed. '
    + 'For charges and refunds before that restore, rely on the gateway and not on this history.',
  goodRows: 'Every link is intact and every seal is valid.',
  limit: 'Lines appended to the file while Gateway Console was closed cannot be distinguished from the end of a run '
    + 'that was terminated. They are sealed at the next start; the audit trail records how many (“Sealed at start”).',
  goodText: 'Repeated checks of an unchanged status are only counted; this count is not sealed.',
  unproven: 'Every link is intact. Some entries are not sealed by this computer.',
  unsealedNext: 'Unlock the vault and verify again in a moment: the entries are sealed then.',
  repaired: 'The list differed from the events of one entry and was corrected. '
    + '| The list differed from the events of {count} entries and was corrected.',
  repairedText: 'The events are intact. The list derived from them was changed by someone or by a disk fault.',
  rules: 'The rules of the journal file were changed.',
  rulesText: 'Different from the rules of Gateway Console: {names}.',
  rulesNext: 'These rules prevent an order from being sent twice and entries from being changed. At every start, missing rules '
    + 'are restored and unknown ones are removed. Restart Gateway Console and verify again: rules reported then could not be '
    + 'corrected. Look up charges since then at the gateway before you repeat one, and inform the person responsible for '
    + 'this computer.',
  openEntry: 'Open entry',
  place: 'Position {link} in the chain.',
  placeAt: 'Position {link} in the chain, written {at}.',
  keptAt: 'Position {link} in the chain, last seen {at}.',
  break: {
    'changed': 'The journal was changed: this is the first link that is broken.',
    'missing': 'Lines are missing from the journal: this is the first gap.',
    'added': 'Lines were added to the journal that Gateway Console did not write.',
    'seal-wrong': 'The journal was rewritten: this is the first invalid seal.',
    'checkpoint-wrong': 'The checkpoint of a deletion is invalid: the entries were not deleted by Gateway Console, '
      + 'or the checkpoint was changed.',
    'end-cut-off': 'The end of the journal is missing, or the file was replaced.',
    'head-wrong': 'A signed head does not belong to this journal, or was changed: this is the first one.',
    'head-missing': 'A signed head is missing from the journal: this is where.',
  },
  breakNext: 'Everything before this position is intact. From here on, rely on the gateway and not on this history. Keep the file, '
    + 'compare it with a backup, and inform the person responsible for this computer.',
  cutOffNext: 'The keychain has recorded a newer end than this file has. An older copy of the file, put in its place outside '
    + 'Gateway Console, looks the same. A backup restored on this screen while the vault is open does not, unless the backup '
    + 'was changed; the restore is recorded in the audit trail. Newer entries may be missing: check their orders at the gateway.',
} as const

export const heads = {
  title: 'Verification by others',
  lead: 'About every minute, when locking and when quitting, the vault signs where the journal ends (Ed25519). With the '
    + 'public key and the command verify-journal, an auditor can verify a backup on another computer, without any secret of this one.',
  leadNext: 'Hand over the public key in person or compare its key id. Save the signed heads now and then, and keep them elsewhere: '
    + 'they also show if the journal was put back to an older state.',
  none: 'No head is signed yet. The first one is signed soon after something is written. Without a keychain none is signed.',
  keyId: 'Key id',
  created: 'Created',
  publicKey: 'Public key (Ed25519, SPKI PEM)',
  copyKey: 'Copy public key',
  keyThing: 'public key',
  saveKey: 'Save public key…',
  save: 'Save signed heads…',
  saved: 'Saved as {file}.',
} as const

export const retention = {
  title: 'Delete old entries',
  lead: 'Deletes entries with a final result from this computer. Nothing is sent to the gateway and no order changes there.',
  months: 'Older than (months)',
  monthsProblem: 'Enter a whole number from 1 to 1,200.',
  count: 'Count',
  counting: 'Counting…',
  counted: 'One entry from before {day} would be deleted. | {count} entries from before {day} would be deleted.',
  countedNone: 'No entry with a final result is from before {day}.',
  staying: 'One older entry is kept: its outcome is open. '
    + '| {count} older entries are kept: their outcome, or that of their order, is open.',
  open: 'Delete…',
  dialogTitle: 'Delete one entry? | Delete {count} entries?',
  action: 'Delete one entry | Delete {count} entries',
  forgotten: 'Charges from before {day} are deleted here. Their merchant order ids count as unused on this computer again, '
    + 'and the gateway does not prevent a second charge with the same id.',
  forgottenRefunds: 'Refunds from before {day} are deleted here too. The amount offered as refundable may be too high: '
    + 'the gateway decides.',
  gone: 'This cannot be undone. Earlier backups still contain the entries until newer backups replace them.',
  size: 'The file keeps its size; the space is used for new entries.',
  kept: 'The audit trail records the deletion, who did it and when. The rest of the journal can still be verified.',
  deleting: 'Deleting old entries',
  deleted: 'One entry was deleted. | {count} entries were deleted.',
} as const

export const audit = {
  title: 'Audit trail',
  lead: 'Who changed profiles, keys, secrets and settings on this computer, changes to the history as a whole, and '
    + 'when the application ran and the vault was locked.',
  empty: 'No changes yet',
  emptyText: 'Changes to profiles, keys, secrets and settings are listed here.',
  caption: 'Audit trail, newest first',
  when: 'Time',
  who: 'User',
  what: 'Change',
  older: 'Show older lines',
  count: 'Number: {count}',
  namedWho: '{name} ({osUser})',
  action: {
    'profile-made': 'Profile created',
    'profile-changed': 'Profile changed',
    'profile-removed': 'Profile removed',
    'profile-confirmed': 'Profile confirmed',
    'secret-stored': 'Control secret stored',
    'secret-removed': 'Control secret removed',
    'key-made': 'Key created',
    'key-imported': 'Key imported',
    'key-confirmed': 'Key confirmed for an address',
    'key-removed': 'Key removed',
    'public-key-exported': 'Public key saved to a file',
    'history-exported': 'History exported',
    'entries-deleted': 'Entries deleted',
    'backup-restored': 'Backup restored',
    'entries-salvaged': 'Entries recovered',
    'history-started-anew': 'New history started',
    'damaged-history-given-up': 'History warning dismissed',
    'secrets-bound': 'Secrets and keys bound to their addresses',
    'settings-changed': 'Settings changed',
    'sealed-at-start': 'Sealed at start',
    'sealed-at-restore': 'Sealed at restore',
    'epoch-begun': 'New epoch of the journal started by a restore',
    'heads-exported': 'Signed heads saved to a file',
    'closed-by-hand': 'Open outcome closed by hand',
    'open-outcomes-left': 'Profile changed or removed with open outcomes',
    'merchant-moved': 'Declared the same merchant at a new address',
    'application-started': 'Application started',
    'application-ended': 'Application ended',
    'vault-locked': 'Vault locked',
    'vault-unlocked': 'Vault unlocked',
    'unlock-failed': 'Unlock failed',
    'bridge-call-refused': 'Call from the window refused',
  },
} as const
