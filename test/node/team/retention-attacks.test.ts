/** What the administrator of the database could pass off as a removal, and what Verify says of it. */
import { describe, expect, it } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { chainDrafts } from '../../../electron/team/drafts.ts'
import { recordIn } from '../../../electron/team/heads.ts'
import type { TeamDraft, TeamEvent } from '../../../electron/team/port.ts'
import { checkpointSchema, digestOfTombstones } from '../../../electron/team/retention/checkpoints.ts'
import { tombstoneBody } from '../../../electron/team/retention/tombstone.ts'
import { schemaVersion } from '../../../electron/team/migrations/index.ts'
import { agedTeam, daysAgo, keeperOf, removeAsOwner, request, type AgedTeam } from './aged-team.ts'
import { publishHead, signer } from './signing.ts'
import { at, charge, deskOf, draft, loginOf, missing, must, outcome, sql, type TestDesk } from './support.ts'

/** What a proposal would publish. */
const proposal = async ({ anna, known }: AgedTeam): Promise<TeamDraft> =>
  must(await anna.port.proposeRemoval(anna.id, known(), request())).drafts[0]!

/** A checkpoint that names the first events of an entry, all unless said otherwise, as its desk would sign it. */
async function naming(
  { anna }: AgedTeam, entryId: EntryId, { before = request().before, most = 100 } = {},
): Promise<TeamDraft> {
  const events = must(await anna.port.entry(entryId)).filter(({ deskId }) => deskId === anna.id).slice(0, most)
  const numbers = events.map(({ number }) => number)
  const removed = [{ deskId: anna.id, numbers, digest: digestOfTombstones(events)! }]
  return draft('checkpoint', null, { record: { before, who: 'Ada', reason: 'x', removed } })
}

async function publishSigned({ anna, keys }: AgedTeam, ...drafts: TeamDraft[]): Promise<void> {
  must(await anna.publish(...drafts))
  await publishHead(anna, [], keys[0])
}

/** Takes the content of entries away, past all rules, exactly as a removal would. */
async function removeByHand({ ben, tamper }: AgedTeam, ...entryIds: EntryId[]): Promise<void> {
  for (const entryId of entryIds) {
    for (const { deskId, number, body } of must(await ben.port.entry(entryId))) {
      await tamper(`UPDATE team_journal.event SET body = $b$${tombstoneBody(body)}$b$ WHERE desk_id = '${deskId}' AND number = ${number}`)
    }
    for (const table of ['entry', 'ident']) await tamper(`DELETE FROM team_journal.${table} WHERE entry_id = '${entryId}'`)
  }
}

/** Asks the function itself for a removal, past the command: how many entries went, or the code of the refusal. */
async function removeDirectly(
  { cluster, database, ben }: AgedTeam, desk: TestDesk, number: number, user = 'owner',
): Promise<unknown> {
  const { events } = must(await ben.port.feed([]))
  const checkpoint = events.find((event) => event.deskId === desk.id && event.number === number)!
  const { removed } = checkpointSchema.parse(recordIn(checkpoint))
  const isNamed = (event: TeamEvent) =>
    removed.some(({ deskId, numbers }) => deskId === event.deskId && numbers.includes(event.number))
  const bodies = events.filter(isNamed)
    .map((event) => ({ desk: event.deskId, number: event.number, body: tombstoneBody(event.body) }))
  try {
    const [gone] = await sql(cluster, database, 'SELECT entries FROM team_journal.remove_events($1, $2, $3, $4)',
      [schemaVersion, desk.id, number, JSON.stringify(bodies)], user)
    return gone!.entries
  } catch (error) {
    return Reflect.get(error as object, 'code')
  }
}

/** Appends events to a chain with right links, past the functions. */
async function append({ tamper }: AgedTeam, desk: TestDesk, ...drafts: TeamDraft[]): Promise<number> {
  const { events, position } = chainDrafts(desk.id, desk.position, drafts)
  for (const { number, event, kind, at: time, body, link } of events) {
    await tamper(`INSERT INTO team_journal.event SELECT desk_id, ${number}, '${event}', NULL, '${kind}', '${time}', $b$${body}$b$, '${link}',
      NULL, now(), login FROM team_journal.event WHERE desk_id = '${desk.id}' AND number = 1`)
  }
  return position.number
}

describe.skipIf(missing !== null)('a removal from the team journal is found', () => {
  it('without a checkpoint', async () => {
    const team = await agedTeam()
    await removeByHand(team, team.old.charge)
    expect((await team.verify()).breaks).toContainEqual({ kind: 'link-wrong', deskId: team.anna.id, number: 4 })
    await team.tamper(`DELETE FROM team_journal.event WHERE entry_id = '${team.old.refund}'`)
    expect((await team.verify()).breaks).toContainEqual(expect.objectContaining({ kind: 'event-missing', deskId: team.ben.id }))
  })

  it('behind a checkpoint that nobody signed, or with the head of another key', async () => {
    const team = await agedTeam()
    const unsigned = await proposal(team)
    const number = await append(team, team.anna, unsigned)
    expect(await removeDirectly(team, team.anna, number)).toBe('TJ006')
    const other = signer()
    const forged = await agedTeam()
    const checkpoint = await proposal(forged)
    const { position } = chainDrafts(forged.anna.id, forged.anna.position, [checkpoint])
    const head = await other.sign({
      deskId: forged.anna.id, ...position, receipts: '0'.repeat(64), seen: '0'.repeat(64), at: at(),
    })
    await append(forged, forged.anna, checkpoint, draft('head', null, { record: { head, seen: [] } }))
    expect(await removeDirectly(forged, forged.anna, position.number)).toBe(3)
    const { breaks } = await forged.verify()
    expect(breaks).toContainEqual(expect.objectContaining({ deskId: forged.anna.id, number: position.number + 1 }))
    expect(breaks).toContainEqual({ kind: 'link-wrong', deskId: forged.anna.id, number: 2 })
  })

  it('by a desk that was invented for it, although it signs and dates its heads back', async () => {
    const team = await agedTeam()
    const keys = signer()
    const invented = await deskOf(loginOf(team.cluster, team.database, 'lea'), { publicKey: keys.publicKey })
    const seen = [team.anna, team.ben].map((desk) => ({ deskId: desk.id, ...desk.position }))
    await publishHead(invented, seen, keys, daysAgo(500))
    must(await invented.publish(await proposal(team)))
    const { number } = invented.position
    await publishHead(invented, seen, keys)
    expect(await removeDirectly(team, invented, number)).toBe(3)
    const known = [...team.known(), { deskId: invented.id, ...invented.position, publicKey: keys.publicKey }]
    for (const remembered of [team.known(), known]) {
      expect(must(await team.ben.port.verify(remembered)).breaks).toContainEqual({ kind: 'link-wrong', deskId: team.anna.id, number: 2 })
    }
  })

  it('by a desk whose key this one does not know, and by one with another key than it had', async () => {
    const team = await agedTeam()
    await team.propose()
    await team.remove()
    const [anna, ben] = [team.known()[0]!, team.known()[1]!]
    for (const known of [[ben], [ben, { ...anna, publicKey: signer().publicKey }]]) {
      expect(must(await team.ben.port.verify(known)).breaks).toContainEqual({ kind: 'link-wrong', deskId: team.anna.id, number: 2 })
    }
  })

  it.each([
    ['than the checkpoint says', 380, 0], ['than a year', 0, 'TJ006'],
  ])('of what is younger %s, although a desk signed that', async (_what, days, answer) => {
    const team = await agedTeam()
    await publishSigned(team, await naming(team, team.young, { before: daysAgo(days) }))
    expect(await removeDirectly(team, team.anna, team.anna.position.number - 1)).toBe(answer)
    expect((await team.verify()).breaks).toEqual([])
    await removeByHand(team, team.young)
    expect((await team.verify()).breaks).toContainEqual(expect.objectContaining({ kind: 'link-wrong', deskId: team.anna.id }))
  })

  it('of what a server noted as old whose clock was put back: the desk that wrote it says when', async () => {
    const team = await agedTeam()
    const { anna, keys, tamper } = team
    const late = charge()
    must(await anna.claim(late))
    must(await anna.publish(outcome(late.entryId, 'approved')))
    const columns = { event: 'received_at', entry: 'at', ident: 'at', claim: 'claimed_at', closing: 'at' }
    for (const [table, column] of Object.entries(columns)) {
      await tamper(`UPDATE team_journal.${table} SET ${column} = ${column} - interval '390 days' WHERE entry_id = '${late.entryId}'`)
    }
    await publishHead(anna, [], keys[0])
    expect((await team.propose()).entries).toBe(3)
    await publishSigned(team, await naming(team, late.entryId!))
    await team.remove()
    await removeByHand(team, late.entryId!)
    expect((await team.verify()).breaks).toContainEqual(expect.objectContaining({ kind: 'link-wrong', deskId: anna.id }))
  })

  it('of an entry with an open claim, although a desk signed that', async () => {
    const team = await agedTeam()
    await publishSigned(team, await naming(team, team.old.open))
    expect(await removeDirectly(team, team.anna, team.anna.position.number - 1)).toBe(0)
    await removeByHand(team, team.old.open)
    expect((await team.verify()).breaks).toEqual([{ kind: 'derived-wrong', table: 'event', entryId: team.old.open }])
  })

  it('of a part of an entry alone, although a desk signed that', async () => {
    const team = await agedTeam()
    await publishSigned(team, await naming(team, team.old.charge, { most: 1 }))
    expect(await removeDirectly(team, team.anna, team.anna.position.number - 1)).toBe(0)
    await removeByHand(team, team.old.charge)
    expect((await team.verify()).breaks).toContainEqual(expect.objectContaining({ kind: 'link-wrong', deskId: team.anna.id }))
  })

  it('with other links or contents than the checkpoint names', async () => {
    const team = await agedTeam()
    const { record, ...rest } = (await proposal(team)).body as { record: { removed: { digest: string }[] } }
    const removed = record.removed.map((one) => ({ ...one, digest: 'a'.repeat(64) }))
    await publishSigned(team, draft('checkpoint', null, { ...rest, record: { ...record, removed } }))
    expect(await removeDirectly(team, team.anna, team.anna.position.number - 1)).toBe('TJ006')
    await removeByHand(team, team.old.charge, team.old.refund, team.old.ancient)
    expect((await team.verify()).breaks).not.toEqual([])
  })

  const afterwards: readonly (readonly [what: string, statement: (team: AgedTeam) => string])[] = [
    ['the claim in a tombstone', () => `UPDATE team_journal.event SET body = replace(body, 'ORDER-OLD', 'ORDER-NEW')`],
    ['the claim everywhere', () => `UPDATE team_journal.event SET body = replace(body, 'ORDER-OLD', 'ORDER-NEW');
      UPDATE team_journal.claim SET id = 'ORDER-NEW' WHERE id = 'ORDER-OLD'; UPDATE team_journal.closing SET id = 'ORDER-NEW' WHERE id = 'ORDER-OLD'`],
    ['how the entry ended', () => `UPDATE team_journal.event SET body = replace(body, 'approved', 'declined'), state = 'declined' WHERE state = 'approved'`],
    ['the link', ({ old }) => `UPDATE team_journal.event SET link = repeat('a', 64) WHERE number = 5 AND entry_id = '${old.charge}'`],
    ['the entry of an event', ({ old }) => `UPDATE team_journal.event SET entry_id = md5('x') WHERE entry_id = '${old.charge}'`],
    ['who delivered it', ({ old }) => `UPDATE team_journal.event SET login = 'lea' WHERE entry_id = '${old.charge}'`],
    ['when it was received', ({ old }) => `UPDATE team_journal.event SET received_at = received_at + interval '1 second' WHERE entry_id = '${old.charge}'`],
    ['the slot of its claim', () => `UPDATE team_journal.claim SET id = 'ORDER-FREE' WHERE id = 'ORDER-OLD'`],
    ['whether its merchant order id is free', () => `UPDATE team_journal.closing SET frees = true, state = 'not-sent' WHERE id = 'ORDER-OLD'`],
    ['what the checkpoint names', () => `UPDATE team_journal.event SET body = replace(body, '"who":"Ada"', '"who":"Eve"') WHERE kind = 'checkpoint'`],
  ]
  it.each(afterwards)('when somebody changed %s afterwards', async (_what, statement) => {
    const team = await agedTeam()
    await team.propose()
    await team.remove()
    await team.tamper(statement(team))
    expect((await team.verify()).breaks).not.toEqual([])
  })

  it.each(['claim', 'closing', 'duplicate', 'event'])('when somebody deleted what it leaves: %s', async (table) => {
    const team = await agedTeam()
    await team.propose()
    await team.remove()
    await team.tamper(`DELETE FROM team_journal.${table} WHERE entry_id = '${team.old.charge}'`)
    expect((await team.verify()).breaks).not.toEqual([])
  })

  it('before it happens: nothing is removed from a journal in which anything was changed', async () => {
    const team = await agedTeam()
    await team.propose()
    await team.tamper(`UPDATE team_journal.event SET body = replace(body, 'cardholder', 'somebody') WHERE entry_id = '${team.old.charge}'`)
    await expect(removeAsOwner(team.cluster, team.database)).rejects.toThrow('not-proven')
    expect(await removeDirectly(team, team.anna, team.anna.position.number - 1)).toBe(3)
    expect((await team.verify()).breaks).toEqual([])
  })

  it('is the owner\'s alone, and leaves no way open behind it', async () => {
    const team = await agedTeam()
    await team.propose()
    const { number } = team.anna.position
    for (const user of ['anna', 'lea']) expect(await removeDirectly(team, team.anna, number - 1, user)).toBe('42501')
    expect(await team.remove()).toEqual([{ entries: 3, events: 8 }])
    await keeperOf(team.cluster, team.database)
    const triggers = await sql(team.cluster, team.database, `SELECT tgenabled FROM pg_trigger WHERE tgname LIKE 'append_only%'`)
    expect(new Set(triggers.map(({ tgenabled }) => tgenabled))).toEqual(new Set(['O']))
    for (const table of ['event', 'entry', 'ident', 'claim']) {
      for (const user of ['owner', 'keeper']) {
        const refusal = sql(team.cluster, team.database, `DELETE FROM team_journal.${table}`, [], user)
        await expect(refusal, `${table} ${user}`).rejects.toMatchObject({ code: 'TJ009' })
      }
    }
    must(await team.anna.publish(outcome(team.young, 'approved', false)))
  })
})
