import { describe, expect, it } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { entryStates, isUncertain } from '#shared/model/history/history.ts'
import { agedBy, agedTeam, before, daysAgo, request, daysOld, type AgedTeam } from './aged-team.ts'
import { publishHead } from './signing.ts'
import {
  charge, deskOf, draft, loginOf, merchantKey, missing, must, newId, newTeam, outcome, sharedCluster, sql,
} from './support.ts'

const contentsOf = async ({ cluster, database }: AgedTeam, entryId: string): Promise<(string | null)[]> =>
  (await sql(cluster, database, `SELECT body FROM team_journal.whole_event WHERE entry_id = '${entryId}'`))
    .map(({ body }) => body as string | null)

describe.skipIf(missing !== null)('retention of the team journal', () => {
  it('removes the content of old entries of all desks, and every desk can still prove the whole journal', async () => {
    const team = await agedTeam()
    const { anna, ben, old, young } = team
    expect(await team.propose()).toMatchObject({ entries: 3, events: 8, more: false })
    expect(await team.verify()).toMatchObject({ breaks: [] })
    expect(await team.remove()).toEqual([{ entries: 3, events: 8 }])
    for (const desk of [anna, ben]) expect((await team.verify(desk)).breaks).toEqual([])
    for (const gone of ['charge', 'refund', 'ancient'] as const) {
      expect(new Set(await contentsOf(team, old[gone]))).toEqual(new Set([null]))
    }
    expect(await sql(team.cluster, team.database, `SELECT 1 FROM team_journal.content WHERE body LIKE '%cardholder%'`)).toEqual([])
    expect(must(await ben.port.entry(young))[0]!.content).not.toBeNull()
  })

  it('keeps the ids of an order, and the amount refunded of it', async () => {
    const team = await agedTeam()
    await team.propose()
    const found = async (id: string) =>
      must(await team.ben.port.order(merchantKey, [id])).map(({ entryId }) => entryId)
    expect(await found('ORDER-OLD')).toEqual([team.old.charge])
    await team.remove()
    expect(await found('ORDER-OLD')).toEqual([team.old.charge])
    expect(await found('ORDER-OPEN')).toEqual([team.old.open])
    expect(await found('ORDER-TWICE')).toContain(team.old.collided)
  })

  it('never frees a merchant order id, and still has its holder', async () => {
    const team = await agedTeam()
    await team.propose()
    await team.remove()
    const verdict = must(await team.ben.claim(charge({ merchantOrderId: 'ORDER-OLD' })))
    expect(verdict).toMatchObject({ kind: 'taken', holder: { entryId: team.old.charge, deskId: team.anna.id, state: 'approved' } })
  })

  it('keeps open entries, those that two desks sent, and those without an end at the time of the removal', async () => {
    const team = await agedTeam()
    await team.propose()
    // A person checked the old refund again in the meantime.
    must(await team.ben.publish(outcome(team.old.refund, 'declined', false)))
    expect(await team.remove()).toEqual([{ entries: 2, events: 5 }])
    for (const kept of ['refund', 'open', 'collided'] as const) {
      expect(await contentsOf(team, team.old[kept]), kept).not.toContain(null)
    }
    expect((await team.verify()).breaks).toEqual([])
    expect(await team.remove()).toEqual([])
  })

  it('includes nothing whose time of receipt no desk has signed yet', async () => {
    const team = await agedTeam()
    const late = daysOld(400, charge())
    must(await team.ben.publish(late, daysOld(400, outcome(late.entryId, 'approved'))))
    const columns = { event: 'received_at', entry: 'at', ident: 'at', claim: 'claimed_at', closing: 'at' }
    await team.tamper(Object.entries(columns).map(([table, column]) => `UPDATE team_journal.${table}
      SET ${column} = ${column} - interval '400 days' WHERE entry_id = '${late.entryId}'`).join('; '))
    expect(await team.propose()).toMatchObject({ entries: 3 })
    await publishHead(team.ben, [], team.keys[1])
    expect(await team.propose()).toMatchObject({ entries: 4 })
  })

  it('treats the same states as certain as the history of a desk', async () => {
    const cluster = await sharedCluster()
    const database = await newTeam(cluster)
    const anna = await deskOf(loginOf(cluster, database, 'anna'))
    const entries = entryStates.map((state) => ({ state, entryId: newId<EntryId>() }))
    const { facts: { entry }, content } = charge()
    must(await anna.publish(...entries.map(({ state, entryId }) => ({ ...draft('intent', entryId, { entry: entry!, state }), content }))))
    await sql(cluster, database, `SET session_replication_role = replica; ${agedBy(400)}`)
    const rows = await sql(cluster, database, `SELECT entry_id FROM team_journal.removable_entries('${before()}')`)
    const removable = new Set(rows.map(({ entry_id: entryId }) => entryId))
    expect(entries.filter(({ entryId }) => removable.has(entryId)).map(({ state }) => state))
      .toEqual(entryStates.filter((state) => !isUncertain(state)))
  })

  it('lets a desk that was away continue to read, with itself and the others at the same positions', async () => {
    const team = await agedTeam()
    const seen = [{ deskId: team.anna.id, number: 1, link: must(await team.ben.port.feed([])).events
      .find(({ deskId, number }) => deskId === team.anna.id && number === 1)!.link }]
    const position = { ...team.ben.position }
    await team.propose()
    await team.remove()
    const received = must(await team.ben.port.feed(seen)).events.filter(({ deskId }) => deskId === team.anna.id)
    expect(received.map(({ number }) => number))
      .toEqual(Array.from({ length: team.anna.position.number - 1 }, (_, at) => at + 2))
    const self = { deskId: team.ben.id, label: 'Desk of ben', publicKey: team.keys[1].publicKey, rehearsal: false, at: before() }
    const away = await deskOf(loginOf(team.cluster, team.database, 'ben'), { publicKey: self.publicKey, id: team.ben.id })
    expect(must(await away.port.join(self, position, [...seen, { deskId: team.anna.id, ...team.anna.position }])))
      .toEqual({ kind: 'current', position: team.ben.position })
  })

  it('is not undone by a desk that delivers removed content once more', async () => {
    const team = await agedTeam()
    const events = must(await team.ben.port.feed([])).events.filter(({ deskId }) => deskId === team.anna.id)
    await team.propose()
    await team.remove()
    const [joined, ...rest] = events
    const drafts = rest.slice(0, 3).map(({ eventId, entryId, kind, at, facts, contentDigest, content }) => ({
      eventId, entryId, kind, at, facts: JSON.parse(facts) as object,
      content: contentDigest === null ? null : { digest: contentDigest, text: content },
    }))
    must(await team.anna.port.publish(team.anna.id, { number: 1, link: joined!.link }, drafts))
    expect(new Set(await contentsOf(team, team.old.charge))).toEqual(new Set([null]))
    expect((await team.verify()).breaks).toEqual([])
  })

  it('hides no loss: a database that lost its end after a removal is found to have gone back in time', async () => {
    const team = await agedTeam()
    await team.propose()
    await team.remove()
    await team.tamper(`DELETE FROM team_journal.event WHERE desk_id = '${team.anna.id}' AND number = ${team.anna.position.number}`)
    const seen = [{ deskId: team.anna.id, ...team.anna.position }]
    expect(must(await team.ben.port.feed(seen)).wentBack).toEqual([team.anna.id])
  })

  it('can be repeated: the next one continues where the one before ended', async () => {
    const team = await agedTeam()
    expect(await team.propose(daysAgo(600))).toMatchObject({ entries: 1, events: 2 })
    expect(await team.remove()).toEqual([{ entries: 1, events: 2 }])
    expect(await team.propose()).toMatchObject({ entries: 2, events: 6 })
    expect(await team.remove()).toEqual([{ entries: 2, events: 6 }])
    expect(await team.propose()).toMatchObject({ drafts: [], entries: 0 })
    for (const desk of [team.anna, team.ben]) expect((await team.verify(desk)).breaks).toEqual([])
  })

  it('is proposed only for a proven journal, and for content older than a year', async () => {
    const team = await agedTeam()
    expect(await team.anna.port.proposeRemoval(team.at(team.anna), { ...request(), before: request().at }))
      .toMatchObject({ ok: false, failure: { code: 'refused-by-rules' } })
    await team.tamper(`UPDATE team_journal.content SET body = replace(body, 'cardholder', 'somebody')`)
    expect(await team.anna.port.proposeRemoval(team.at(team.anna), request()))
      .toMatchObject({ ok: false, failure: { code: 'not-proven' } })
  })
})
