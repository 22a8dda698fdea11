/** `npm run -s vectors -- FILE...`: runs the modules that sign real requests on examples from outside. */
import { join } from 'node:path'
import { checkFile } from './check.ts'

const named = process.argv.slice(2)
const files = named.length > 0 ? named : [join(import.meta.dirname, 'vectors.json')]
const checked = files.map(checkFile)
const failures = checked.flatMap((file) => file.failures)

for (const failure of failures) console.log(failure)
console.log(`${checked.reduce((sum, file) => sum + file.passed, 0)} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0
