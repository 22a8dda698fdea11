/**
 * `npm run bench -- batch-kill`: 300 batches of 200 charges, each killed once or several times, resumed until it ends;
 * `--size` is the number of batches. Exit code 1 if a row was sent twice, lost or misreported, or if no batch was
 * interrupted.
 */
import { runBatchKill, type BatchKillTest } from './kill/batch/rounds.ts'
import { runFromCommandLine } from './kill/from-command-line.ts'
import { isSmall } from './options.ts'

const rows = isSmall ? 40 : 200
const { report, seconds } = await runFromCommandLine(
  (test) => runBatchKill({ ...test, rows } satisfies BatchKillTest), { whole: 300, small: 5 })
const { misses, kills, pauses, states, comparisons } = report
console.log(`${kills} kills in ${seconds} s; rows and ledger compared ${comparisons} times`)
console.log(`paused: ${listed(pauses)}; rows at the end: ${listed(states)}`)
for (const [rule, names] of Object.entries(misses) as [string, readonly string[]][]) {
  console.log(`  ${rule.padEnd(20)} ${String(names.length).padStart(5)} ${names.slice(0, 5).join('; ')}`)
}
const wasInterrupted = (pauses.get('application-ended') ?? 0) > 0
if (!wasInterrupted) console.log('No batch was interrupted: this run tried nothing.')
if (!wasInterrupted || Object.values(misses).some((names: readonly string[]) => names.length > 0)) process.exitCode = 1

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
}
