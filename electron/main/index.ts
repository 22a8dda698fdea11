/** The entry of a package. It has no branch for development: those are in the entry of a run from source. */
import { mayStart } from './command-line/refusal.ts'
import '../common/files/owner-umask.ts'
import { builtPaths } from './installation/paths.ts'
import { startMain } from './start-main.ts'

if (mayStart) startMain(builtPaths(import.meta.dirname), null)
