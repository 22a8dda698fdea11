// Fails if an end-to-end test was skipped that test/e2e/may-be-skipped.json does not list for this system.
// Usage: node check-skips.mjs REPORT (of Vitest, as JSON)
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './common.mjs'
import { skipsWithoutReason } from './skips.mjs'

const [path] = process.argv.slice(2)
if (!path) throw new Error('check-skips.mjs: no report given')
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const report = readJson(path)
const ran = report.testResults.flatMap(({ assertionResults }) => assertionResults)
const skips = skipsWithoutReason(report, readJson(join(root, 'test', 'e2e', 'may-be-skipped.json')), process)
for (const skip of skips) console.error(`Skipped without a reason: ${skip}`)
console.log(`${ran.filter(({ status }) => status === 'passed').length} of ${ran.length} tests passed; ${skips.length} skipped without a reason`)
// A report without any run test proves nothing about skipped ones.
process.exitCode = skips.length > 0 || ran.length === 0 ? 1 : 0
