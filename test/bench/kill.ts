/**
 * `npm run bench -- kill`: charges and refunds through two profiles of one merchant while the application is killed,
 * 1,000 times; `--size` is the number of kills. Exit code 1 when journal and ledger ever disagreed, or when what should
 * have been tried was not.
 */
import { buildEntries } from '../support/processes/built-entries.ts'
import { profilesMet, type Ends } from './kill/attempts.ts'
import { isFaultless, rules, type Misses } from './kill/compare.ts'
import { phaseNames, phases } from './kill/phases.ts'
import { runKillTest, type KillReport } from './kill/rounds.ts'
import { printedSeed, sizeOf } from './options.ts'

const start = performance.now()
const report = await runKillTest({
  built: await buildEntries(),
  rounds: sizeOf({ whole: 1_000, small: 50 }),
  seed: printedSeed(),
  onRound: (round) => { if (round % 100 === 0) console.log(`${round} rounds`) },
})
print(report, Math.round((performance.now() - start) / 1_000))
const isEmpty = report.charges === 0 || report.refunds === 0 || report.died['before-outcome'].payments === 0
  || !profilesMet(report)
if (isEmpty) {
  console.log('This run tried nothing: no charge, no refund, no kill between sending and outcome, or no charge and no refund')
  console.log('that was refused because the other profile had tried it.')
}
if (isEmpty || !isFaultless(report.misses)) process.exitCode = 1

function print(figures: KillReport, seconds: number): void {
  const { rounds, misses, comparisons, charges, refunds, states, unknown, died, firstAttempts, repeated } = figures
  console.log(`${rounds} rounds in ${seconds} s; journal and ledger compared ${comparisons} times`)
  console.log(`ledger: ${charges} charges, ${refunds} refunds; journal: ${listed(states)}`)
  for (const [index, ends] of firstAttempts.entries()) console.log(attempts(`through profile ${index + 1}`, ends))
  console.log(attempts('charges tried again through the other profile', repeated.charge))
  console.log(attempts('refunds tried again through the other profile', repeated.refund))
  console.log(`unknown at the end: ${unknown.inLedger} that the ledger holds, ${unknown.absent} that it does not`)
  console.log('died with a deed where (rounds, deeds):')
  for (const phase of phases) {
    console.log(`  ${phaseNames[phase].padEnd(38)} ${column(died[phase].rounds)} ${column(died[phase].payments)}`)
  }
  console.log('misses:')
  for (const rule of Object.keys(rules) as (keyof Misses)[]) {
    const names = misses[rule]
    const some = names.length === 0 ? '' : ` (${names.slice(0, 5).join('; ')})`
    console.log(`  ${rules[rule].padEnd(70)} ${column(names.length)}${some}`)
  }
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
