import { assertNever } from '#shared/assert-never.ts'
import type { JournalOpenFailure } from '../../journal/port.ts'

/** Why the application cannot start, and the next step, as a plain sentence. `file`: the path of the journal. */
export function startFailureSentence(failure: JournalOpenFailure, file: string): string {
  switch (failure.code) {
    case 'held-by-another':
      return 'Gateway Console is already open and has locked the history. Use the open window, or close it first.'
    case 'development-version':
      return `The history file ${file} was made by a development version of Gateway Console, which this version does not `
        + 'read. Nothing was changed and nothing was sent.'
    case 'newer-version':
      return 'The history was written by a newer version of Gateway Console. Install that version again; nothing was changed.'
    case 'unusable':
      return `The history cannot be opened, so nothing can be sent safely. ${failure.detail} `
        + 'Report this message to the person responsible for this computer. Nothing was changed.'
    case 'damaged':
      return `The history is damaged, and the file could not be quarantined to start a new one. ${failure.detail} `
        + 'Free disk space and make its folder writable, then start again. Nothing was changed and nothing was sent.'
    default: return assertNever(failure)
  }
}
