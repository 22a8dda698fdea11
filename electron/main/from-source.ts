/** The entry of a run from source: `npm start`, `npm run dev`, tests. No package contains it (electron-builder.yml). */
import '../common/files/owner-umask.ts'
import { developmentIn } from './development.ts'
import { builtPaths } from './installation/paths.ts'
import { startMain } from './start-main.ts'

startMain(builtPaths(import.meta.dirname), developmentIn(process.env))
