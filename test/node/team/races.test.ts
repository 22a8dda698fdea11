import { describe, expect, it } from 'vitest'
import { races, runRaces } from '../../team/races.ts'
import { deskOf, loginOf, missing, newTeam, sharedCluster } from './support.ts'

// Whole: `npm run test:soak`.
const rounds = 15
const desks = 20

describe.skipIf(missing !== null)('twenty desks at the same moment', () => {
  it.each(races)('have one winner each, whom all others are told: %s', async (race) => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const made = await Promise.all(Array.from({ length: desks }, () => deskOf(loginOf(cluster, database, 'anna'))))
    const winners = Array<number>(rounds).fill(1)
    expect(await runRaces(race, made, rounds)).toEqual({ winners, others: [], misled: 0 })
  })
})
