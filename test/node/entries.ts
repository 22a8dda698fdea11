import { inject } from 'vitest'
import { entryIn, type EntryName } from '../support/processes/entry-files.ts'

/** The path of a process's or thread's entry, built from its sources at the start of the run. */
export const builtEntry = (name: EntryName): string => entryIn(inject('builtEntries'), name)
