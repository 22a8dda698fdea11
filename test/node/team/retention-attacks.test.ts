/** Changes that the administrator of the database could disguise as a removal, and how Verify finds them. */
import { describe, expect, it } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import type { TeamDraft } from '#shared/model/team/team.ts'
import { chainDrafts } from '../../../electron/team/drafts.ts'
import { schemaVersion } from '../../../electron/team/migrations/index.ts'
import { agedTeam, daysAgo, keeperOf, removeAsOwner, request, type AgedTeam } from './aged-team.ts'
import { publishHead, signer } from './signing.ts'
import { at, charge, deskOf, draft, knowing, loginOf, missing, must, outcome, sql, type TestDesk } from './support.ts'

/** The event that a proposal would publish. */
const proposal = async (team: AgedTeam): Promise<TeamDraft> =>
  must(await team.anna.port.proposeRemoval(team.at(team.anna), request())).drafts[0]!

/** A removal that names the events of an entry, as its desk would sign it. */
async function naming({ anna }: AgedTeam, entryId: EntryId, { before = request().before } = {}): Promise<TeamDraft> {
  const events = must(await anna.port.entry(entryId)).filter(({ deskId }) => deskId === anna.id)
  const numbers = events.map(({ number }) => number)
  return draft('content-removal', null, { record: { before, who: 'Ada', reason: 'x', removed: [{ deskId: anna.id, numbers }] } })
}

async function publishSigned({ anna, keys }: AgedTeam, ...drafts: TeamDraft[]): Promise<void> {
  must(await anna.publish(...drafts))
  await publishHead(anna, [], keys[0])
}

/** Removes the content of entries without any rule, exactly as a removal would. */
async function removeByHand({ tamper }: AgedTeam, ...entryIds: EntryId[]): Promise<void> {
  await tamper(`DELETE FROM team_journal.content c USING team_journal.event e
    WHERE c.desk_id = e.desk_id AND c.number = e.number AND e.entry_id IN (${entryIds.map((id) => `'${id}'`).join()})`)
}

/**
 * Calls the function itself for a removal, without the command: the number of removed entries, or the refusal's
 * code.
 */
async function removeDirectly(
  { cluster, database }: AgedTeam, desk: TestDesk, number: number | null, user = 'owner',
): Promise<unknown> {
  try {
    const [gone] = await sql(cluster, database, 'SELECT entries FROM team_journal.remove_content($1, $2, $3)',
      [schemaVersion, desk.id, number], user)
    return gone!.entries
  } catch (error) {
    return Reflect.get(error as object, 'code')
  }
}

/** Appends events with correct links to a chain, without the functions. */
async function append({ tamper }: AgedTeam, desk: TestDesk, ...drafts: TeamDraft[]): Promise<number> {
  const { events, position } = chainDrafts(desk.id, desk.position, drafts)
  for (const { number, event, kind, at: time, facts, link } of events) {
    await tamper(`INSERT INTO team_journal.event SELECT desk_id, ${number}, '${event}', NULL, '${kind}', '${time}', $b$${facts}$b$, NULL, '${link}',
      NULL, now(), login FROM team_journal.event WHERE desk_id = '${desk.id}' AND number = 1`)
  }
  return position.number
}

const contentMissing = (desk: TestDesk, number: number | null = null) => expect.objectContaining(
  { kind: 'content-missing', deskId: desk.id, ...(number !== null && { number }) })

describe.skipIf(missing !== null)('a removal from the team journal is found', () => {
  it('that no desk signed', async () => {
    const team = await agedTeam()
    await removeByHand(team, team.old.charge)
    expect((await team.verify()).breaks).toContainEqual(contentMissing(team.anna, 4))
    await team.tamper(`DELETE FROM team_journal.event WHERE entry_id = '${team.old.refund}'`)
    expect((await team.verify()).breaks).toContainEqual(expect.objectContaining({ kind: 'event-missing', deskId: team.ben.id }))
  })

  it('after an unsigned proposal, or with the head of another key', async () => {
    const team = await agedTeam()
    const unsigned = await proposal(team)
    const number = await append(team, team.anna, unsigned)
    expect(await removeDirectly(team, team.anna, number)).toBe(0)
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
    expect(breaks).toContainEqual(contentMissing(forged.anna, 2))
  })

  it('by a desk that was invented for it, although it signs and backdates its heads', async () => {
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
      const { breaks } = must(await team.ben.port.verify(knowing(team.ben.id, remembered, team.known())))
      expect(breaks).toContainEqual(contentMissing(team.anna, 2))
    }
  })

  it('by a desk whose key this one does not know, and by one with a changed key', async () => {
    const team = await agedTeam()
    await team.propose()
    await team.remove()
    const [anna, ben] = [team.known()[0]!, team.known()[1]!]
    for (const known of [[ben], [ben, { ...anna, publicKey: signer().publicKey }]]) {
      const { breaks } = must(await team.ben.port.verify(knowing(team.ben.id, known, team.known())))
      expect(breaks).toContainEqual(contentMissing(team.anna, 2))
    }
  })

  it('by a desk that no person at this one has admitted, although its head is correct', async () => {
    const team = await agedTeam()
    await team.propose()
    await team.remove()
    const { breaks } = must(await team.ben.port.verify(knowing(team.ben.id, team.known(), [])))
    expect(breaks).toContainEqual(contentMissing(team.anna, 2))
  })

  it('by a login that is no administrator: the owner\'s function removes nothing of it', async () => {
    const team = await agedTeam()
    await team.propose()
    await team.tamper(`REVOKE gateway_team_admin FROM lea`)
    const { number } = team.anna.position
    expect(await removeDirectly(team, team.anna, number - 1)).toBe(0)
    await team.tamper(`GRANT gateway_team_admin TO lea`)
    expect(await removeDirectly(team, team.anna, number - 1)).toBe(3)
  })

  it.each([
    ['than it says', 380], ['than a year', 0],
  ])('of content that is younger %s, although a desk signed it', async (_what, days) => {
    const team = await agedTeam()
    await publishSigned(team, await naming(team, team.young, { before: daysAgo(days) }))
    expect(await removeDirectly(team, team.anna, team.anna.position.number - 1)).toBe(0)
    expect((await team.verify()).breaks).toEqual([])
    await removeByHand(team, team.young)
    expect((await team.verify()).breaks).toContainEqual(contentMissing(team.anna))
  })

  it('of content that a server with a clock set back recorded as old: the writing desk has its time', async () => {
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
    expect((await team.verify()).breaks).toContainEqual(contentMissing(anna))
  })

  it('of an entry with an open claim, although a desk signed it', async () => {
    const team = await agedTeam()
    await publishSigned(team, await naming(team, team.old.open))
    expect(await removeDirectly(team, team.anna, team.anna.position.number - 1)).toBe(0)
    await removeByHand(team, team.old.open)
    expect((await team.verify()).breaks).toEqual([{ kind: 'derived-wrong', table: 'event', entryId: team.old.open }])
  })

  const afterwards: readonly (readonly [what: string, statement: (team: AgedTeam) => string])[] = [
    ['the claim in the facts', () => `UPDATE team_journal.event SET facts = replace(facts, 'ORDER-OLD', 'ORDER-NEW')`],
    ['the claim everywhere', () => `UPDATE team_journal.event SET facts = replace(facts, 'ORDER-OLD', 'ORDER-NEW');
      UPDATE team_journal.claim SET id = 'ORDER-NEW' WHERE id = 'ORDER-OLD'; UPDATE team_journal.closing SET id = 'ORDER-NEW' WHERE id = 'ORDER-OLD'`],
    ['how the entry ended', () => `UPDATE team_journal.event SET facts = replace(facts, 'approved', 'declined'), state = 'declined' WHERE state = 'approved'`],
    ['content in the place of what went', ({ old }) => `INSERT INTO team_journal.content SELECT desk_id, number, repeat('0', 32), '{}'
      FROM team_journal.event WHERE entry_id = '${old.charge}'`],
    ['the link', ({ old }) => `UPDATE team_journal.event SET link = repeat('a', 64) WHERE number = 5 AND entry_id = '${old.charge}'`],
    ['the entry of an event', ({ old }) => `UPDATE team_journal.event SET entry_id = md5('x') WHERE entry_id = '${old.charge}'`],
    ['who delivered it', ({ old }) => `UPDATE team_journal.event SET login = 'ben' WHERE entry_id = '${old.charge}'`],
    ['when it was received', ({ old }) => `UPDATE team_journal.event SET received_at = received_at + interval '1 second' WHERE entry_id = '${old.charge}'`],
    ['the slot of its claim', () => `UPDATE team_journal.claim SET id = 'ORDER-FREE' WHERE id = 'ORDER-OLD'`],
    ['whether its merchant order id is free', () => `UPDATE team_journal.closing SET frees = true, state = 'not-sent' WHERE id = 'ORDER-OLD'`],
    ['who removed it', () => `UPDATE team_journal.event SET facts = replace(facts, '"who":"Ada"', '"who":"Eve"') WHERE kind = 'content-removal'`],
  ]
  it.each(afterwards)('if %s was changed afterwards', async (_what, statement) => {
    const team = await agedTeam()
    await team.propose()
    await team.remove()
    await team.tamper(statement(team))
    expect((await team.verify()).breaks).not.toEqual([])
  })

  it.each(['claim', 'closing', 'duplicate', 'event'])('if rows that it keeps were deleted: %s', async (table) => {
    const team = await agedTeam()
    await team.propose()
    await team.remove()
    await team.tamper(`DELETE FROM team_journal.${table} WHERE entry_id = '${team.old.charge}'`)
    expect((await team.verify()).breaks).not.toEqual([])
  })

  it('before it is carried out: nothing is removed from a changed journal', async () => {
    const team = await agedTeam()
    await team.propose()
    await team.tamper(`UPDATE team_journal.content SET body = replace(body, 'cardholder', 'somebody')`)
    await expect(removeAsOwner(team.cluster, team.database)).rejects.toThrow('not-proven')
    expect(await removeDirectly(team, team.anna, team.anna.position.number - 1)).toBe(3)
    expect((await team.verify()).breaks).toEqual([])
  })

  it('is only for the owner, and leaves no rights open', async () => {
    const team = await agedTeam()
    await team.propose()
    const { number } = team.anna.position
    for (const user of ['anna', 'lea']) expect(await removeDirectly(team, team.anna, number - 1, user)).toBe('42501')
    expect(await team.remove()).toEqual([{ entries: 3, events: 8 }])
    await keeperOf(team.cluster, team.database)
    const triggers = await sql(team.cluster, team.database, `SELECT tgenabled FROM pg_trigger WHERE tgname LIKE 'append_only%'`)
    expect(new Set(triggers.map(({ tgenabled }) => tgenabled))).toEqual(new Set(['O']))
    for (const table of ['event', 'content', 'entry', 'ident', 'claim']) {
      for (const user of ['owner', 'keeper']) {
        const refusal = sql(team.cluster, team.database, `DELETE FROM team_journal.${table}`, [], user)
        await expect(refusal, `${table} ${user}`).rejects.toMatchObject({ code: 'TJ009' })
      }
    }
    must(await team.anna.publish(outcome(team.young, 'approved', false)))
  })
})
