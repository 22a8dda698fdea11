import { describe, expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { races, runRaces } from '../../team/races.ts'
import { onTestEnd } from '../clean-up.ts'
import { at, deskOf, loginOf, missing, must, newId, newTeam, sharedCluster, sql } from './support.ts'

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

describe.skipIf(missing !== null)('desks that join at the same moment', () => {
  const nowhere = { number: 0, link: firstLink }

  it('are all there, each with one beginning, however many computers say that they are it', async () => {
    const cluster = await sharedCluster()
    const login = loginOf(cluster, await newTeam(cluster), 'anna')
    // Connected already, so that they meet.
    const copies = await Promise.all(Array.from({ length: 8 }, () => deskOf(login)))
    const selves = Array.from({ length: rounds }, (_, round) =>
      ({ deskId: newId<DeskId>(), label: `Round ${round + 10}`, publicKey: null, at: at() }))
    for (const self of selves) {
      const joined = await Promise.all(copies.map(async ({ port }) => must(await port.join(self, nowhere, []))))
      expect(joined).toEqual(copies.map(() => ({ kind: 'current', position: { number: 1, link: joined[0]!.position.link } })))
    }
    const { desks, breaks } = must(await copies[0]!.port.verify([]))
    expect(breaks).toEqual([])
    expect(desks.filter(({ label }) => label.startsWith('Round')).map(({ label, events }) => [label, events]))
      .toEqual(selves.map(({ label }) => [label, 1]))
  })

  it('by two logins as the same desk are one: the other is told that the desk is another login’s', async () => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const self = { deskId: newId<DeskId>(), label: 'Desk', publicKey: null, at: at() }
    const answers = await Promise.all(['anna', 'ben'].map(async (user) => {
      const port = createTeams().open(loginOf(cluster, database, user))
      onTestEnd(() => port.close())
      return { user, joined: await port.join(self, nowhere, []) }
    }))
    const [won, lost] = answers.toSorted((one, other) => Number(other.joined.ok) - Number(one.joined.ok))
    expect(won!.joined).toMatchObject({ ok: true, value: { kind: 'current' } })
    expect(lost!.joined).toMatchObject({ ok: false, failure: { code: 'desk-of-another', mayHaveHappened: false } })
    expect(await sql(cluster, database, 'SELECT login FROM team_journal.desk')).toEqual([{ login: won!.user }])
  })
})
