import { assertNever } from '#shared/assert-never.ts'
import type { JournalOpenFailure } from '../journal/port.ts'

/** Why the application can't start, as a plain sentence for the person, and what to do next. */
export function startFailureSentence(failure: JournalOpenFailure): string {
  switch (failure.code) {
    case 'held-by-another':
      return 'Gateway Console is open already and keeps the history to itself. Use the window that is open, or close it first.'
    case 'newer-version':
      return 'The history was written by a newer version of Gateway Console. Install that version again; nothing was changed.'
    case 'unusable':
      return `The history can't be opened, so that nothing could be sent safely. ${failure.detail} `
        + 'Give this sentence to whoever looks after this machine; nothing was changed.'
    case 'damaged':
      return `The history is damaged, and the file could not be put aside to go on with a new one. ${failure.detail} `
        + 'Make room on the disk and let its folder be written, then start again; nothing was changed and nothing was sent.'
    default: return assertNever(failure)
  }
}
