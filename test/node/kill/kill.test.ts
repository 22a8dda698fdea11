/** Money moves once, whenever the application is killed (addendum 10); 1,000 rounds: `npm run bench -- kill`. */
import { expect, inject, it } from 'vitest'
import { profilesMet } from '../../bench/kill/attempts.ts'
import { noMisses } from '../../bench/kill/compare.ts'
import { runKillTest } from '../../bench/kill/one-desk/rounds.ts'
import { chosenSeed } from '../../bench/seed.ts'

const seed = chosenSeed(4)
const rounds = 20

it(`journal and ledger agree after each of ${rounds} kills (seed ${seed}) while one merchant is charged and refunded through two profiles`, async () => {
  const report = await runKillTest({ built: inject('builtEntries'), rounds, seed })
  expect(report.misses).toEqual(noMisses)
  // Otherwise nothing was tested.
  expect(report.charges).toBeGreaterThan(0)
  expect(report.refunds).toBeGreaterThan(0)
  expect(report.died['before-outcome'].payments).toBeGreaterThan(0)
  expect(report.firstAttempts.map((ends) => ends.has('sent'))).toEqual([true, true])
  expect(profilesMet(report), JSON.stringify([...report.repeated.charge, ...report.repeated.refund])).toBe(true)
}, 600_000)
