import { describe, expect, it } from 'vitest'
import { runKills } from '../../bench/kill/team/server.ts'
import { startCluster } from '../../support/team/cluster.ts'
import { onTestEnd } from '../clean-up.ts'
import { missing, newTeam } from './support.ts'

describe.skipIf(missing !== null)('a server that is killed', () => {
  // The full test: `npm run test:soak`.
  it('during claims and deliveries loses nothing that was acknowledged to a desk, and doubles nothing', async () => {
    const cluster = await startCluster()
    onTestEnd(() => cluster.stop())
    const found = await runKills(cluster, await newTeam(cluster), { desks: 2, claims: 25, kills: 3 })
    expect(found).toMatchObject({ kills: 3, believedAndLost: 0, eventsLost: 0, eventsDoubled: 0, withoutVerdict: 0 })
    expect(found.claims).toBeGreaterThanOrEqual(50)
    expect(found.events).toBe(3 * found.claims)
  })
})
