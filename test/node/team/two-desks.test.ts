/** Two desks of a team over the real database and the built-in gateway: its ledger is the truth about money. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeAll } from '../desk/support.ts'
import { chargeAt, type Colleague, confirmed, everything, newAmount, type Office, officeAt } from './desks.ts'
import { missing, newTeam, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('two desks of a team', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })
  const office = (): Office => officeAt(cluster, database)

  async function both(): Promise<readonly [Colleague, Colleague]> {
    const at = office()
    const [anna, ben] = [await at.colleague(), await at.colleague()]
    await anna.join('anna')
    await ben.join('ben')
    return [anna, ben]
  }

  const reviewed = async (one: Colleague, changes: Record<string, string>) =>
    (await one.desk.call('payments.review', chargeAt(one, changes))).intentId
  const statesOf = async (one: Colleague) =>
    (await one.desk.call('history.search', { text: '', states: [], operations: [], profileId: null, before: null, limit: 50 }))
      .rows.filter(({ operation, isCopy }) => operation !== 'get-card-info' && isCopy !== true).map(({ state }) => state)

  it('charge a merchant order id once: the second gets its holder, and sends nothing', async () => {
    const [anna, ben] = await both()
    const order = { merchantOrderId: 'invoice-1', amount: newAmount() }
    await anna.desk.call('payments.submit', { intentId: await reviewed(anna, order), ...confirmed })
    const failure = await ben.desk.refused('payments.submit', { intentId: await reviewed(ben, { ...order, amount: newAmount() }), ...confirmed })
    expect(failure).toMatchObject({ code: 'team-taken', holder: { deskLabel: 'Desk of anna', login: 'anna', who: 'm.keller' } })
    expect(anna.desk.ordersInLedger()).toHaveLength(1)
    expect(await statesOf(ben)).toEqual(['not-sent'])
  })

  it('that press the button at the same moment send one charge', async () => {
    const [anna, ben] = await both()
    for (let round = 0; round < 5; round += 1) {
      const order = { merchantOrderId: `race-${round}`, amount: newAmount() }
      const intents = [await reviewed(anna, order), await reviewed(ben, order)] as const
      const answers = await Promise.all([anna, ben].map(({ desk }, index) =>
        desk.calls['payments.submit']({ intentId: intents[index]!, ...confirmed })))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(anna.desk.ordersInLedger()).toHaveLength(round + 1)
    }
  })

  it('warn of a possible duplicate by card, and send it once a person accepted the shown one', async () => {
    const [anna, ben] = await both()
    const amount = newAmount()
    await anna.desk.call('payments.submit', { intentId: await reviewed(anna, { amount }), ...confirmed })
    const intentId = await reviewed(ben, { amount })
    const failure = await ben.desk.refused('payments.submit', { intentId, ...confirmed })
    expect(failure).toMatchObject({ code: 'team-duplicate', holder: { deskLabel: 'Desk of anna' } })
    // A reason alone does not accept a duplicate that was not shown.
    expect(await ben.desk.refused('payments.submit', { intentId, ...confirmed, reason: 'as agreed' })).toMatchObject({ code: 'team-duplicate' })
    expect(anna.desk.ordersInLedger()).toHaveLength(1)
    const { holder } = failure as Extract<typeof failure, { code: 'team-duplicate' }>
    await ben.desk.call('payments.submit', { intentId, ...confirmed, reason: 'second month', acceptDuplicateOf: holder.entryId })
    expect(anna.desk.ordersInLedger()).toHaveLength(2)
  })

  it('that join at the same moment see each other immediately, and one of them gets an order', async () => {
    const at = office()
    const desks = [await at.colleague(), await at.colleague()]
    await Promise.all(desks.map((one, place) => one.join(['anna', 'ben'][place])))
    const order = { merchantOrderId: 'joined-together', amount: newAmount() }
    const reviews = await Promise.all(desks.map((one) => reviewed(one, order)))
    const answers = await Promise.all(desks.map((one, place) =>
      one.desk.calls['payments.submit']({ intentId: reviews[place]!, ...confirmed })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const other = answers.find((answer) => !answer.ok)
    // Both claim the order and the card: which of them the database reports first depends on the moment.
    expect(['team-taken', 'team-duplicate']).toContain(other?.ok === false && other.failure.code)
    for (const one of desks) {
      await one.desk.call('team.connect', null)
      const { desks } = await one.desk.call('history.choices', null)
      expect(new Set(desks.map(({ label }) => label))).toEqual(new Set(['Desk of anna', 'Desk of ben']))
    }
  })

  it('send nothing while the team cannot be reached, and report why', async () => {
    const [anna] = await both()
    anna.between.claim = async () => ({
      ok: false, failure: { code: 'unreachable', detail: 'It could not be reached.', technical: null, mayHaveHappened: false },
    })
    const failure = await anna.desk.refused('payments.submit', { intentId: await reviewed(anna, { amount: newAmount() }), ...confirmed })
    expect(failure).toMatchObject({ code: 'team-unavailable', why: 'unreachable' })
    expect(anna.desk.ordersInLedger()).toHaveLength(0)
    expect(await statesOf(anna)).toEqual(['not-sent'])
  })

  it('send nothing after a claim whose reply was lost; it is ended at the next contact, and the order is free again', async () => {
    const [anna, ben] = await both()
    const order = { merchantOrderId: 'answer-lost', amount: newAmount() }
    const intentId = await reviewed(anna, order)
    loseAnswers(anna)
    expect(await anna.desk.refused('payments.submit', { intentId, ...confirmed })).toMatchObject({ code: 'team-unavailable' })
    expect(anna.desk.ordersInLedger()).toHaveLength(0)
    const blocked = await reviewed(ben, { ...order, amount: newAmount() })
    expect(await ben.desk.refused('payments.submit', { intentId: blocked, ...confirmed })).toMatchObject({ code: 'team-taken' })
    anna.between.claim = null
    expect(await anna.desk.call('team.connect', null)).toMatchObject({ state: 'member', connection: { kind: 'connected' }, waiting: 0 })
    await ben.desk.call('payments.submit', { intentId: await reviewed(ben, { ...order, amount: newAmount() }), ...confirmed })
    expect(anna.desk.ordersInLedger()).toHaveLength(1)
  })

  it('of which one was killed before its permission was on the disk: it did not send, and its claim is ended', async () => {
    const at = office()
    const anna = await at.colleague()
    await anna.join('anna')
    const order = { merchantOrderId: 'died', amount: newAmount() }
    const intentId = await reviewed(anna, order)
    const claimed = new Promise<void>((resolve) => { dieWhileClaiming(anna, resolve) })
    void anna.desk.calls['payments.submit']({ intentId, ...confirmed }).catch(() => undefined)
    await claimed
    await anna.desk.endJournal()
    const again = await at.colleague({ folder: anna.desk.folder })
    expect(await statesOf(again)).toEqual(['not-sent'])
    await again.join('anna')
    expect(await sql(cluster, database, `SELECT state, frees FROM team_journal.closing WHERE id = 'died'`))
      .toEqual([{ state: 'not-sent', frees: true }])
    expect(anna.desk.ordersInLedger()).toHaveLength(0)
  })

  it('receive each other’s published events, each once and without gaps', async () => {
    const [anna, ben] = await both()
    await anna.desk.call('payments.submit', { intentId: await reviewed(anna, { merchantOrderId: 'reached-1', amount: newAmount() }), ...confirmed })
    await anna.desk.call('team.connect', null)
    await anna.desk.call('team.connect', null)
    await ben.desk.call('team.connect', null)
    const { rows } = await ben.desk.call('history.search', { ...everything, text: 'reached-1' })
    expect(rows.at(-1)).toMatchObject({ operation: 'recurrent-payment', sentByLabel: 'Desk of anna', isCopy: true })
    const gaps = await sql(cluster, database, 'SELECT desk_id FROM team_journal.event GROUP BY desk_id HAVING max(number) <> count(*)')
    expect(gaps).toEqual([])
  })

  it('record nothing of a sandbox profile, and do not claim its charges', async () => {
    const [anna] = await both()
    anna.between.claim = async () => { throw new Error('a sandbox charge was claimed') }
    const form = { ...chargeAt(anna, { merchantOrderId: 'sandbox-1', amount: newAmount() }), profileId: anna.desk.profileId }
    const review = await anna.desk.call('payments.review', form)
    await anna.desk.call('payments.submit', { intentId: review.intentId, ...confirmed })
    anna.between.claim = null
    await anna.desk.call('team.connect', null)
    expect(await sql(cluster, database, `SELECT 1 FROM team_journal.whole_event WHERE facts || coalesce(body, '') LIKE '%sandbox-1%'`)).toEqual([])
  })
})

/** The claim is carried out, but its reply does not arrive. */
function loseAnswers(one: Colleague): void {
  one.between.claim = async (real, ...args) => {
    await real(...args)
    return { ok: false, failure: { code: 'connection-lost', detail: 'Lost.', technical: null, mayHaveHappened: true } }
  }
}

function dieWhileClaiming(one: Colleague, claimed: () => void): void {
  one.between.claim = async (real, ...args) => {
    await real(...args)
    claimed()
    return await new Promise<never>(() => undefined)
  }
}
