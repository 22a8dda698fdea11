/** Money moves once, whenever the application is killed (addendum 10); 1,000 rounds: `npm run bench -- kill`. */
import { expect, it } from 'vitest'
import { runKillTest } from '../../bench/kill/rounds.ts'

it('journal and ledger agree after each of 50 kills while it charges and refunds', async () => {
  const report = await runKillTest({ rounds: 50, seed: 4 })
  expect(report.misses).toEqual({ withoutIntent: [], reachedTwice: [], calledUntaken: [], doneButAbsent: [] })
  // Without these nothing would have been tried.
  expect(report.charges).toBeGreaterThan(0)
  expect(report.refunds).toBeGreaterThan(0)
  expect(report.died['before-outcome'].deeds).toBeGreaterThan(0)
}, 600_000)
