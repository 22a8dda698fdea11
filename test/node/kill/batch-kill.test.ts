/** A batch survives kills of the application; 300 batches of 200 rows: `npm run bench -- batch-kill`. */
import { expect, inject, it } from 'vitest'
import { noBatchMisses } from '../../bench/kill/batch/judge.ts'
import { runBatchKill } from '../../bench/kill/batch/rounds.ts'
import { chosenSeed } from '../../bench/seed.ts'

const seed = chosenSeed(7)
const rounds = 2

it(`no row of ${rounds} batches is sent twice, lost or misreported, however often the application is killed (seed ${seed})`, async () => {
  const report = await runBatchKill({ built: inject('builtEntries'), rounds, rows: 40, seed })
  expect(report.misses).toEqual(noBatchMisses)
  // Otherwise nothing was tested.
  expect(report.pauses.get('application-ended')).toBeGreaterThan(0)
  expect(report.states.get('approved')).toBeGreaterThan(0)
}, 600_000)
