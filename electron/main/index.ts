/** The entry of a package. It has no branch for development: those are in the entry of a run from source. */
import { refused } from './refused-switches.ts'
import '../common/owner-umask.ts'
import { builtPaths } from './paths.ts'
import { startMain } from './start-main.ts'

// SECURITY: without the sandbox neither vault nor window nor bridge may exist.
if (!refused) startMain(builtPaths(import.meta.dirname), null)
