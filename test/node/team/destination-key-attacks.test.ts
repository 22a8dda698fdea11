/** The administrator of the database carries the team's key for destinations, and can neither read nor replace it. */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import { exchangeKeyText, givenKeyText, type GivenKey } from '#shared/team/destination-key.ts'
import { publicText, seal } from '../../../electron/vault/team/sealed-key.ts'
import { closeAll } from '../desk/support.ts'
import { officeAt, type Office } from './desks.ts'
import { compares, digestAt, idOf, membersOf, numberAt, exchangeAll } from './key-members.ts'
import { deskOf, draft, loginOf, missing, must, newId, newTeam, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

/** A key that the administrator knows, and its id. */
const ownKey = Buffer.alloc(32, 7)
const ownKeyId = createHmac('sha256', ownKey).update('Gateway Console destination key id\n').digest('hex').slice(0, 32)

describe.skipIf(missing !== null)('the team’s key cannot be obtained or planted by the administrator of the database', () => {
  let cluster: Cluster
  let database: string
  let office: Office
  beforeEach(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
    office = officeAt(cluster, database)
  })
  const { joined, again, pair, trio } = membersOf(() => office)

  /** A desk that the administrator invented, with all its keys, and admitted in the tables. */
  async function invented() {
    const heads = generateKeyPairSync('ed25519')
    const exchange = generateKeyPairSync('x25519')
    const desk = await deskOf(loginOf(cluster, database, 'lea'), {
      publicKey: heads.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    })
    return { desk, heads, exchange }
  }
  const signedBy = (key: KeyObject, text: string) => sign(null, Buffer.from(text), key).toString('base64')
  const exchangeOf = (of: DeskId, key: KeyObject, exchange: KeyObject) => {
    const publicKey = publicText(exchange)
    return { publicKey, signature: signedBy(key, exchangeKeyText(of, publicKey)) }
  }
  /** A key of the administrator's own, sealed for a desk's exchange key. */
  function planted(from: DeskId, to: DeskId, exchangeKey: string, key: KeyObject, number = 9): GivenKey {
    const given = seal(ownKey, from, { to, number, keyId: ownKeyId, exchangeKey })!
    return { ...given, signature: signedBy(key, givenKeyText(from, given)) }
  }
  const givenTo = async (to: DeskId) => await sql(
    cluster, database, `SELECT 1 FROM team_journal.event WHERE kind = 'destination-key-given' AND facts::jsonb->'record'->>'to' = $1`, [to],
  )
  /** Writes a record into a desk's chain, past every rule. */
  const forge = (deskId: DeskId, kind: string, record: object) => sql(cluster, database, `SET session_replication_role = replica;
    INSERT INTO team_journal.event (desk_id, number, event_id, kind, at, facts, link, received_at, login)
      SELECT desk_id, max(number) + 1, '${newId()}', '${kind}', max(at), '${JSON.stringify({ record })}', repeat('0', 64), now(), max(login)
        FROM team_journal.event WHERE desk_id = '${deskId}' GROUP BY desk_id`)
  const exchangeKeyOf = async (deskId: DeskId) => {
    const [row] = await sql(cluster, database, `SELECT facts::jsonb->'record'->>'publicKey' AS key FROM team_journal.event
      WHERE desk_id = '${deskId}' AND kind = 'exchange-key' ORDER BY number DESC LIMIT 1`)
    return row!.key as string
  }

  it('with an invented desk that asks for it', async () => {
    const [lea, ben] = await pair()
    const { desk, heads, exchange } = await invented()
    must(await desk.publish(draft('exchange-key', null, { record: exchangeOf(desk.id, heads.privateKey, exchange.publicKey) })))
    await exchangeAll(lea, ben)
    expect(await givenTo(desk.id)).toEqual([])
  })

  it('with a key of their own in the name of a desk that is admitted', async () => {
    const [lea, ben] = await pair()
    const { deskId } = await idOf(ben)
    const { heads, exchange } = await invented()
    const before = (await givenTo(deskId)).length
    // Signed by another key than the compared one, and by the right key for another desk.
    await forge(deskId, 'exchange-key', exchangeOf(deskId, heads.privateKey, exchange.publicKey))
    await again(lea).then((restarted) => exchangeAll(restarted))
    expect((await givenTo(deskId)).length).toBe(before)
  })

  it('with another key in the row of a desk that is admitted', async () => {
    const [lea, ben] = [await joined('lea'), await joined('ben')]
    const { deskId } = await idOf(ben)
    await compares(lea, ben)
    const { heads, exchange } = await invented()
    const pem = heads.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    await exchangeAll(ben)
    await sql(cluster, database, `SET session_replication_role = replica;
      UPDATE team_journal.desk SET public_key = '${pem}' WHERE desk_id = '${deskId}';
      UPDATE team_journal.admission SET fingerprint = (SELECT fingerprint FROM team_journal.desk WHERE desk_id = '${deskId}')
        WHERE desk_id = '${deskId}'`)
    await forge(deskId, 'exchange-key', exchangeOf(deskId, heads.privateKey, exchange.publicKey))
    await exchangeAll(lea)
    expect(await givenTo(deskId)).toEqual([])
  })

  it('by handing over their own key, from an invented desk or in the name of an admitted one', async () => {
    const [lea, ben] = await pair()
    const before = await digestAt(ben)
    const [own, leas] = [(await idOf(ben)).deskId, (await idOf(lea)).deskId]
    const exchangeKey = await exchangeKeyOf(own)
    const { desk, heads } = await invented()
    must(await desk.publish(draft('destination-key-given', null, { record: planted(desk.id, own, exchangeKey, heads.privateKey) })))
    await exchangeAll(ben)
    await forge(leas, 'destination-key-given', planted(leas, own, exchangeKey, heads.privateKey))
    const restarted = await again(ben)
    await exchangeAll(restarted)
    expect([await digestAt(restarted), await numberAt(restarted)]).toEqual([before, 1])
  })

  it('by repeating a handover under a higher number, or to another desk', async () => {
    const [lea, ben, anna] = await trio()
    const [leas, bens, annas] = [(await idOf(lea)).deskId, (await idOf(ben)).deskId, (await idOf(anna)).deskId]
    const [row] = await sql(cluster, database, `SELECT facts::jsonb->'record' AS record FROM team_journal.event
      WHERE kind = 'destination-key-given' AND facts::jsonb->'record'->>'to' = '${bens}'`)
    const given = row!.record as GivenKey
    await forge(leas, 'destination-key-given', { ...given, number: 2 })
    await forge(leas, 'destination-key-given', { ...given, to: annas, number: 2 })
    const [benAgain, annaAgain] = [await again(ben), await again(anna)]
    await exchangeAll(benAgain, annaAgain)
    expect([await numberAt(benAgain), await numberAt(annaAgain)]).toEqual([1, 1])
  })
})
