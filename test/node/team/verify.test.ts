import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import type { DeskId, EntryId, OrderId } from '#shared/brands.ts'
import type { KnownDesk, TeamVerification, VerifyProgress } from '../../../electron/team/port.ts'
import { onTestEnd } from '../clean-up.ts'
import {
  at, charge, copiesOf, draft, joinAs, knowing, loginOf, missing, must, newId, outcome, passwordOf, refund, sql,
  type Cluster, type TestDesk,
} from './support.ts'
import { publishHead, signer } from './signing.ts'

interface Team {
  readonly cluster: Cluster
  readonly database: string
  readonly anna: TestDesk
  readonly ben: TestDesk
  readonly known: readonly KnownDesk[]
  readonly first: EntryId
  /** A statement by the administrator of the database, without any rule. */
  tamper(statement: string): Promise<unknown>
  verify(known?: readonly KnownDesk[]): Promise<TeamVerification>
}

/** Two desks with some claims each, the ends of some, and heads that cover each other. */
const copy = copiesOf(async (cluster, database) => {
  const [one, other] = [signer(), signer()]
  const anna = await joinAs(loginOf(cluster, database, 'anna'), { publicKey: one.publicKey })
  const ben = await joinAs(loginOf(cluster, database, 'ben'), { publicKey: other.publicKey })
  const order = newId()
  const duplicates = [{ key: 'k', seen: 0, atAnyAge: true }]
  const first = charge({ merchantOrderId: 'ORDER-1', duplicates })
  must(await anna.claim(first))
  must(await anna.publish(outcome(first.entryId, 'approved')))
  for (const desk of [anna, ben]) {
    const claim = refund(order)
    must(await desk.claim(claim))
    must(await desk.publish(outcome(claim.entryId, 'declined')))
  }
  await publishHead(anna, [], one)
  await publishHead(ben, [{ deskId: anna.id, ...anna.position }], other)
  must(await ben.claim(charge()))
  await publishHead(ben, [{ deskId: anna.id, ...anna.position }], other)
  const known = [
    { deskId: anna.id, ...anna.position, publicKey: one.publicKey },
    { deskId: ben.id, ...ben.position, publicKey: other.publicKey },
  ]
  return { desks: { anna, ben }, rest: { known, first: first.entryId! } }
}, { anna: 'anna', ben: 'ben' })

async function filledTeam(): Promise<Team> {
  const { cluster, database, anna, ben, rest: { known, first } } = await copy()
  return {
    cluster, database, anna, ben, known, first,
    tamper: (statement) => sql(cluster, database, `SET session_replication_role = replica; ${statement}`),
    verify: async (mine = known) => must(await ben.port.verify(knowing(ben.id, mine))),
  }
}

describe.skipIf(missing !== null)('verifying a team journal', () => {
  it('reads large events in parts, so that memory does not limit what can be proven', async () => {
    const { verify, anna, ben, known } = await filledTeam()
    const large = Array.from({ length: 12 }, () => charge({ facts: { record: 'x'.repeat(900_000) } }))
    for (const draft of large) must(await anna.publish(draft))
    const reported: VerifyProgress[] = []
    must(await ben.port.verify(knowing(ben.id, known), (progress) => { reported.push(progress) }))
    // 12 events of 900 kB are more than one query of 8 MB, and Ben has his own events.
    for (const step of ['chains', 'tables']) expect(reported.filter((one) => one.step === step).length).toBeGreaterThanOrEqual(3)
    expect((await verify()).breaks).toEqual([])
  })

  it('proves every desk through its newest head', async () => {
    const { verify, anna, ben } = await filledTeam()
    expect(await verify()).toEqual({
      breaks: [],
      desks: [
        expect.objectContaining({ deskId: anna.id, events: 6, provenThrough: 5 }),
        expect.objectContaining({ deskId: ben.id, events: 6, provenThrough: 5 }),
      ],
    })
  })

  it('finds nothing wrong with an entry whose first events came in one delivery, although later ones have more data', async () => {
    const { ben, verify } = await filledTeam()
    const sold = charge()
    const later = { ...sold.facts.entry!, orderId: newId<OrderId>(), currency: 'EUR' }
    must(await ben.publish(sold, draft('outcome', sold.entryId, { entry: later, state: 'approved', closes: 'approved' })))
    expect((await verify()).breaks).toEqual([])
  })

  const changes: readonly (readonly [what: string, statement: string])[] = [
    ['the facts of an event', `UPDATE team_journal.event SET facts = replace(facts, '1015', '9015') WHERE number = 2`],
    ['facts so that they are no JSON any more', `UPDATE team_journal.event SET facts = 'x' WHERE number = 2`],
    ['the content of an event', `UPDATE team_journal.content SET body = replace(body, 'signedText', 'signedTexts')`],
    ['the salt of a content', `UPDATE team_journal.content SET salt = repeat('0', 32)`],
    ['the digest of a content', `UPDATE team_journal.event SET content_digest = repeat('0', 64) WHERE number = 2`],
    ['the entry of an event', `UPDATE team_journal.event SET entry_id = md5('x') WHERE number = 3`],
    ['the time of an event', `UPDATE team_journal.event SET at = '2020-01-01T00:00:00.000Z' WHERE number = 3`],
    ['when an event was received', `UPDATE team_journal.event SET received_at = received_at - interval '1 microsecond' WHERE number = 3`],
    ['when a desk joined', `UPDATE team_journal.event SET received_at = received_at - interval '1 second' WHERE number = 1`],
    ['who delivered an event', `UPDATE team_journal.event SET login = 'ben' WHERE number = 3`],
    ['the state of an event', `UPDATE team_journal.event SET state = 'declined' WHERE state = 'approved'`],
    ['the person of an entry', `UPDATE team_journal.entry SET who = 'Somebody else'`],
    ['the amount of an entry', `UPDATE team_journal.entry SET minor_amount = '1'`],
    ['the login of a desk', `UPDATE team_journal.desk SET login = 'lea'`],
    ['the label of a desk', `UPDATE team_journal.desk SET label = 'Another'`],
    ['the slot of a claim', `UPDATE team_journal.claim SET id = 'ORDER-2' WHERE id = 'ORDER-1'`],
    ['the time of a claim', `UPDATE team_journal.claim SET claimed_at = claimed_at - interval '3 hours'`],
    ['how a claim ended', `UPDATE team_journal.closing SET state = 'not-sent', frees = true WHERE kind = 'create'`],
    ['whether a merchant order id is free', `UPDATE team_journal.closing SET frees = true WHERE kind = 'create'`],
    ['an id', `UPDATE team_journal.ident SET value = 'ORDER-2' WHERE value = 'ORDER-1'`],
    ['a possible duplicate', `UPDATE team_journal.duplicate SET n = 7`],
  ]
  it.each(changes)('finds that the administrator changed %s', async (_what, statement) => {
    const { tamper, verify } = await filledTeam()
    await tamper(statement)
    expect((await verify()).breaks).not.toEqual([])
  })

  it.each(['event', 'content', 'claim', 'closing', 'entry', 'ident', 'duplicate', 'desk'])('finds that rows were removed: %s', async (table) => {
    const { tamper, verify } = await filledTeam()
    await tamper(`DELETE FROM team_journal.${table} WHERE ctid = (SELECT min(ctid) FROM team_journal.${table})`)
    expect((await verify()).breaks).not.toEqual([])
  })

  it('finds an end that was cut off, and a whole desk that was removed, from the heads of others', async () => {
    const { tamper, verify, anna } = await filledTeam()
    await tamper(`DELETE FROM team_journal.event WHERE desk_id = '${anna.id}' AND number > 4`)
    expect((await verify([])).breaks).toContainEqual(expect.objectContaining({ kind: 'witness-wrong', deskId: anna.id }))
    const tables = ['event', 'claim', 'closing', 'entry', 'desk'].map((table) => `DELETE FROM team_journal.${table} WHERE desk_id = '${anna.id}'`)
    await tamper(tables.join('; '))
    expect((await verify()).breaks).toContainEqual({ kind: 'desk-wrong', deskId: anna.id })
    expect((await verify([])).breaks).toContainEqual(expect.objectContaining({ kind: 'witness-wrong', deskId: anna.id }))
  })

  it('finds a chain that was rewritten with correct links, as its heads are not signed by the desk', async () => {
    const { tamper, verify, anna, cluster, database } = await filledTeam()
    const rows = await sql(cluster, database, `SELECT * FROM team_journal.event WHERE desk_id = '${anna.id}' ORDER BY number`)
    const { chainDrafts } = await import('../../../electron/team/drafts.ts')
    let position = { number: 0, link: '0'.repeat(64) }
    for (const row of rows) {
      const facts = JSON.parse(String(row.facts).replace('1015', '9015')) as object
      const content = row.content_digest === null ? null : { digest: row.content_digest, text: null }
      const { event_id: eventId, entry_id: entryId, kind, at: time } = row
      const chained = chainDrafts(anna.id, position, [{ eventId, entryId, kind, at: time, facts, content } as never])
      position = chained.position
      const [event] = chained.events
      await tamper(`UPDATE team_journal.event SET facts = '${event!.facts}', link = '${event!.link}' WHERE desk_id = '${anna.id}' AND number = ${event!.number}`)
    }
    const { breaks } = await verify([])
    expect(breaks).toContainEqual({ kind: 'head-wrong', deskId: anna.id, number: 6 })
  })

  it('finds a replaced key of a desk, even one that this desk did not know', async () => {
    const { tamper, verify, anna } = await filledTeam()
    await tamper(`UPDATE team_journal.desk SET public_key = '${signer().publicKey}' WHERE desk_id = '${anna.id}'`)
    expect((await verify([])).breaks).toContainEqual({ kind: 'desk-wrong', deskId: anna.id })
  })

  it.each([
    ['a claim', `INSERT INTO team_journal.claim (entry_id, kind, merchant_key, id, round, desk_id, login, claimed_at)
      SELECT md5('x'), kind, merchant_key, 'FREE', 1, desk_id, login, claimed_at FROM team_journal.claim LIMIT 1`],
    ['a closing', `INSERT INTO team_journal.closing SELECT c.entry_id, c.kind, c.merchant_key, c.id, c.round, true, 'not-sent', c.desk_id, c.login,
      c.claimed_at FROM team_journal.claim c WHERE NOT EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = c.entry_id)`],
    ['an entry', `INSERT INTO team_journal.entry (entry_id, merchant_key, operation, who, desk_id, login, at)
      SELECT md5('x'), merchant_key, operation, who, desk_id, login, at FROM team_journal.entry LIMIT 1`],
    ['an id', `INSERT INTO team_journal.ident SELECT 'SLIPPED', at, entry_id FROM team_journal.ident LIMIT 1`],
    ['an event in the middle', `UPDATE team_journal.event SET number = number + 100 WHERE number > 3;
      INSERT INTO team_journal.event SELECT desk_id, 4, md5('x'), entry_id, kind, at, facts, content_digest, link, state, received_at, login
        FROM team_journal.event WHERE number = 3; UPDATE team_journal.event SET number = number - 99 WHERE number > 100`],
  ])('finds that the administrator inserted %s', async (_what, statement) => {
    const { tamper, verify } = await filledTeam()
    await tamper(statement)
    expect((await verify()).breaks).not.toEqual([])
  })

  it('signs only this desk\'s own events: a changed journal stays unsigned', async () => {
    const { tamper, anna } = await filledTeam()
    must(await anna.claim(charge()))
    await tamper(`UPDATE team_journal.event SET facts = replace(facts, '1015', '9015') WHERE desk_id = '${anna.id}' AND number = 7`)
    const head = await anna.port.composeHead(anna.id, anna.position, at(), [], () => expect.fail('signed'))
    expect(head).toMatchObject({ ok: false, failure: { code: 'chain-forked' } })
  })

  it('reports its progress: both steps go through all events', async () => {
    const { ben } = await filledTeam()
    const reported: VerifyProgress[] = []
    must(await ben.port.verify(knowing(ben.id, []), (progress) => { reported.push(progress) }))
    expect(reported.filter(({ step }) => step === 'chains').at(-1)).toEqual({ step: 'chains', done: 12, total: 12 })
    expect(reported.at(-1)).toEqual({ step: 'tables', done: 12, total: 12 })
    expect(reported.map(({ done }) => done)).toEqual([6, 12, 6, 12])
  })

  it('ends when it is cancelled during a statement', async () => {
    const { ben, cluster, database } = await filledTeam()
    const owner = new Client({ host: '127.0.0.1', port: cluster.port, user: 'owner', password: passwordOf('owner'), database })
    onTestEnd(() => owner.end())
    await owner.connect()
    await owner.query('BEGIN; LOCK TABLE team_journal.claim')
    const stopping = new AbortController()
    const verified = ben.port.verify(knowing(ben.id, []), undefined, stopping.signal)
    const waiting = () => sql(cluster, database, `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND wait_event_type = 'Lock'`)
    await expect.poll(waiting).toHaveLength(1)
    stopping.abort()
    expect(await verified).toMatchObject({ failure: { code: 'cancelled' } })
  })

  it('ends when it is cancelled', async () => {
    const { ben } = await filledTeam()
    expect(await ben.port.verify(knowing(ben.id, []), undefined, AbortSignal.abort())).toMatchObject({ failure: { code: 'cancelled' } })
    expect(await ben.port.verify(knowing(ben.id, [{ deskId: newId<DeskId>(), number: 0, link: '', publicKey: null }]))).toMatchObject({ ok: true })
  })
})
