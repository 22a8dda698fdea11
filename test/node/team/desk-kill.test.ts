import { describe, expect, inject, it } from 'vitest'
import { noTeamMisses } from '../../bench/kill/compare.ts'
import { runTeamKills } from '../../bench/kill/team/rounds.ts'
import { chosenSeed } from '../../bench/seed.ts'
import { missing, sharedCluster } from './support.ts'

const seed = chosenSeed(7)

describe.skipIf(missing !== null)('two desks that are killed during claims, deliveries and requests', () => {
  // The full test: `npm run test:soak`.
  it(`send nothing without a claim and nothing twice, and every claim ends like its entry (seed ${seed})`, async () => {
    const report = await runTeamKills(await sharedCluster(), { built: inject('builtEntries'), rounds: 4, seed })
    expect(report.misses).toEqual(noTeamMisses)
    // Otherwise nothing was tested.
    expect(report.charges).toBeGreaterThan(0)
    expect(report.refunds).toBeGreaterThan(0)
    expect(report.ends).toMatchObject({ 'sent': expect.any(Number), 'team-taken': expect.any(Number) })
    expect(Object.keys(report.died).filter((moment) => moment !== 'none').length).toBeGreaterThan(2)
  }, 300_000)
})
