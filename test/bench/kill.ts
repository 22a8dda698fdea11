/**
 * `npm run bench -- kill`: charges and refunds with two profiles of one merchant while the application is killed,
 * 1,000 times; `--size` is the number of kills. Exit code 1 if journal and ledger ever disagreed, or if the
 * expected cases did not occur.
 */
import { profilesMet, type Ends } from './kill/attempts.ts'
import { isFaultless, linesOf } from './kill/compare.ts'
import { runFromCommandLine } from './kill/from-command-line.ts'
import { phaseNames, phases } from './kill/one-desk/phases.ts'
import { runKillTest, type KillReport } from './kill/one-desk/rounds.ts'

const { report, seconds } = await runFromCommandLine(runKillTest, { whole: 1_000, small: 50 })
print(report)
const isEmpty = report.charges === 0 || report.refunds === 0 || report.died['before-outcome'].payments === 0
  || !profilesMet(report)
if (isEmpty) {
  console.log('This run tried nothing: no charge, no refund, no kill between sending and outcome, or no charge and no refund')
  console.log('that was refused because the other profile had tried it.')
}
if (isEmpty || !isFaultless(report.misses)) process.exitCode = 1

function print(figures: KillReport): void {
  const { rounds, misses, comparisons, charges, refunds, states, unknown, died, firstAttempts, repeated } = figures
  console.log(`${rounds} rounds in ${seconds} s; journal and ledger compared ${comparisons} times`)
  console.log(`ledger: ${charges} charges, ${refunds} refunds; journal: ${listed(states)}`)
  for (const [index, ends] of firstAttempts.entries()) console.log(attempts(`through profile ${index + 1}`, ends))
  console.log(attempts('charges tried again through the other profile', repeated.charge))
  console.log(attempts('refunds tried again through the other profile', repeated.refund))
  console.log(`unknown at the end: ${unknown.inLedger} that the ledger holds, ${unknown.absent} that it does not`)
  console.log('died with a payment where (rounds, payments):')
  for (const phase of phases) {
    console.log(`  ${phaseNames[phase].padEnd(38)} ${column(died[phase].rounds)} ${column(died[phase].payments)}`)
  }
  console.log('misses:')
  for (const line of linesOf(misses)) console.log(line)
}

function attempts(what: string, ends: Ends): string {
  const total = [...ends.values()].reduce((sum, times) => sum + times, 0)
  return `${what}: ${total} attempts (${listed(ends)})`
}

function column(count: number): string {
  return String(count).padStart(5)
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
}
