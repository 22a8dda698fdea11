import { join } from 'node:path'
import { inject } from 'vitest'

/** The path of a process's or thread's entry, built from its sources at the start of the run. */
export const builtEntry = (name: 'vault' | 'journal' | 'sandbox' | 'inspector'): string =>
  join(inject('builtEntries'), `${name}.cjs`)
