import { describe, expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { races, runRaces } from '../../support/team/races.ts'
import { onTestEnd } from '../clean-up.ts'
import { at, deskOf, knowing, loginOf, missing, must, newId, newTeam, secretOf, sharedCluster, sql, type Cluster } from './support.ts'

// The full test: `npm run test:soak`.
const rounds = 15
const desks = 20

describe.skipIf(missing !== null)('twenty desks at the same moment', () => {
  it.each(races)('have one winner each, which all others receive: %s', async (race) => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const made = await Promise.all(Array.from({ length: desks }, () => deskOf(loginOf(cluster, database, 'anna'))))
    const winners = Array<number>(rounds).fill(1)
    expect(await runRaces(race, made, rounds)).toEqual({ winners, others: [], misled: 0 })
  })
})

/** Desks without a key, before they join. */
const admitAll = (cluster: Cluster, database: string, desks: readonly { readonly deskId: DeskId }[]) =>
  sql(cluster, database, `INSERT INTO team_journal.admission (desk_id, admitted, event_id, login, at)
    SELECT desk, true, desk, 'owner', now() FROM unnest($1::text[]) desk`, [desks.map(({ deskId }) => deskId)])

describe.skipIf(missing !== null)('desks that join at the same moment', () => {
  const nowhere = { number: 0, link: firstLink }

  it('are all registered, each with one start, however many computers claim to be it', async () => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const login = loginOf(cluster, database, 'anna')
    const secret = secretOf(newId())
    const copies = Array.from({ length: 8 }, () => createTeams().open(login, secret))
    onTestEnd(() => Promise.all(copies.map((port) => port.close())))
    const selves = Array.from({ length: rounds }, (_, round) =>
      ({ deskId: newId<DeskId>(), label: `Round ${round + 10}`, publicKey: null, rehearsal: false, at: at() }))
    await admitAll(cluster, database, selves)
    for (const self of selves) {
      const joined = await Promise.all(copies.map(async (port) => must(await port.join(self, nowhere, []))))
      expect(joined).toEqual(copies.map(() => ({ kind: 'current', position: { number: 1, link: joined[0]!.position.link } })))
    }
    const { desks, breaks } = must(await copies[0]!.verify(knowing(null, [])))
    expect(breaks).toEqual([])
    expect(desks.filter(({ label }) => label.startsWith('Round')).map(({ label, events }) => [label, events]))
      .toEqual(selves.map(({ label }) => [label, 1]))
  })

  it('by two logins as the same desk are one: the other is refused because the desk is another login’s', async () => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const self = { deskId: newId<DeskId>(), label: 'Desk', publicKey: null, rehearsal: false, at: at() }
    await admitAll(cluster, database, [self])
    const answers = await Promise.all(['anna', 'ben'].map(async (user) => {
      const port = createTeams().open(loginOf(cluster, database, user), secretOf(self.deskId))
      onTestEnd(() => port.close())
      return { user, joined: await port.join(self, nowhere, []) }
    }))
    const [won, lost] = answers.toSorted((one, other) => Number(other.joined.ok) - Number(one.joined.ok))
    expect(won!.joined).toMatchObject({ ok: true, value: { kind: 'current' } })
    expect(lost!.joined).toMatchObject({ ok: false, failure: { code: 'desk-of-another', mayHaveHappened: false } })
    expect(await sql(cluster, database, 'SELECT login FROM team_journal.desk')).toEqual([{ login: won!.user }])
  })
})
