/** Payouts of equal amounts in a team: claims of orders without a card are compared by their destination. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { TeamDraft } from '#shared/model/team/team.ts'
import type { TeamBreak } from '../../../electron/team/port.ts'
import {
  charge, deskOf, knowing, loginOf, missing, must, newId, newTeam, outcome, sharedCluster, sql, type Cluster,
  type TestDesk,
} from './support.ts'

/** A digest like the vault's: eight digits that name the key, and the rest. */
const digest = (mark: string, account: number | string): string => mark + String(account).padStart(56, '0')
const [ours, smaller, larger] = ['5a5a5a5a', '00000000', 'ffffffff'] as const

describe.skipIf(missing !== null)('payouts of an equal amount', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })
  const as = (user: string): Promise<TestDesk> => deskOf(loginOf(cluster, database, user))
  const payout = (amount: string, destination?: string, seen = 0) =>
    charge({ duplicates: [{ key: amount, seen, atAnyAge: false }], ...destination !== undefined && { destination } })
  const kindOf = async (desk: TestDesk, ...args: Parameters<typeof payout>) =>
    must(await desk.claim(payout(...args))).kind

  it('to eighty people are won, and the second one to any of them is a possible duplicate, at each desk', async () => {
    const [anna, ben, amount] = [await as('anna'), await as('ben'), newId()]
    const first = payout(amount, digest(ours, 0))
    expect(must(await anna.claim(first)).kind).toBe('won')
    for (let person = 1; person < 80; person += 1) expect(await kindOf(anna, amount, digest(ours, person))).toBe('won')
    expect(must(await anna.claim(payout(amount, digest(ours, 40))))).toMatchObject({ kind: 'duplicate', seen: 41 })
    expect(must(await ben.claim(payout(amount, digest(ours, 0)))))
      .toMatchObject({ kind: 'duplicate', key: amount, seen: 1, holder: { entryId: first.entryId, deskId: anna.id } })
  })

  it('to the same one is a possible duplicate until a person has seen it; payouts to others are not', async () => {
    const [anna, ben, amount] = [await as('anna'), await as('ben'), newId()]
    expect(await kindOf(anna, amount, digest(ours, 1))).toBe('won')
    expect(await kindOf(anna, amount, digest(ours, 2))).toBe('won')
    expect(await kindOf(ben, amount, digest(ours, 1), 1)).toBe('won')
    expect(must(await anna.claim(payout(amount, digest(ours, 1), 1)))).toMatchObject({ kind: 'duplicate', seen: 3 })
    expect(await kindOf(anna, amount, digest(ours, 1), 3)).toBe('won')
  })

  it.each([
    ['digests of two keys', digest(ours, 1), digest(smaller, 1)],
    ['digests of two keys the other way round', digest(ours, 1), digest(larger, 1)],
    ['no destination first', undefined, digest(ours, 1)],
    ['no destination then', digest(ours, 1), undefined],
    ['no destination at all', undefined, undefined],
  ])('ask where nothing proves that they go elsewhere: %s', async (_what, before, after) => {
    const [anna, ben, amount] = [await as('anna'), await as('ben'), newId()]
    expect(await kindOf(anna, amount, before)).toBe('won')
    expect(await kindOf(ben, amount, after)).toBe('duplicate')
  })

  it('that were not sent are not duplicates', async () => {
    const [anna, ben, amount] = [await as('anna'), await as('ben'), newId()]
    const first = payout(amount, digest(ours, 1))
    must(await anna.claim(first))
    must(await anna.publish(outcome(first.entryId, 'not-sent')))
    expect(await kindOf(ben, amount, digest(ours, 1))).toBe('won')
  })

  it('at the same moment are won once for each person', async () => {
    const desks = await Promise.all(Array.from({ length: 4 }, () => as('anna')))
    for (let round = 0; round < 10; round += 1) {
      const amount = newId()
      const same = await Promise.all(desks.map((desk) => kindOf(desk, amount, digest(ours, 1))))
      expect(same.toSorted()).toEqual(['duplicate', 'duplicate', 'duplicate', 'won'])
      const others = await Promise.all(desks.map((desk, place) => kindOf(desk, amount, digest(ours, 2 + place))))
      expect(others).toEqual(['won', 'won', 'won', 'won'])
    }
  })

  it('never leave the desk with a destination that is not a keyed digest, such as an account', async () => {
    const anna = await as('anna')
    await expect(anna.claim(payout(newId(), 'DE89370400440532013000'))).rejects.toThrow('Invalid string')
  })

  describe('have destinations that a verification compares', () => {
    /** A claim of a payout to the first account, changed by the database's administrator; the findings about it. */
    async function foundAfter(
      change: (claim: TeamDraft) => string, destination: string | undefined, explained?: string,
    ) {
      const [anna, ben, amount] = [await as('anna'), await as('ben'), newId()]
      const claim = payout(amount, destination)
      must(await anna.claim(claim))
      const again = { ...claim.facts, claim: { ...claim.facts.claim!, destination: explained } }
      if (explained !== undefined) must(await ben.publish({ ...claim, eventId: newId(), facts: again }))
      const known = knowing(anna.id, [{ deskId: anna.id, ...anna.position, publicKey: null }])
      const found = async (): Promise<readonly TeamBreak[]> => must(await anna.port.verify(known)).breaks
        .filter((one) => one.kind === 'derived-wrong' && one.entryId === claim.entryId)
      if (explained === undefined) expect(await found()).toEqual([])
      await sql(cluster, database, `SET session_replication_role = replica; ${change(claim)}`)
      return (await found()).flatMap((one) => one.kind === 'derived-wrong' ? [one.table] : [])
    }
    const set = (value: string) => ({ entryId }: TeamDraft) =>
      `UPDATE team_journal.duplicate SET destination = ${value} WHERE entry_id = '${entryId}'`

    it.each([
      ['changed', set(`'${digest(ours, 2)}'`), digest(ours, 1)],
      ['of another key', set(`'${digest(larger, 1)}'`), digest(ours, 1)],
      ['removed', set('NULL'), digest(ours, 1)],
      ['added', set(`'${digest(ours, 2)}'`), undefined],
    ])('one was %s', async (_what, change, destination) => {
      expect(await foundAfter(change, destination)).toEqual(['duplicate'])
    })

    it('and finds a second one that was added', async () => {
      expect(await foundAfter(({ entryId }) => `INSERT INTO team_journal.duplicate
        SELECT key, n + 1, entry_id, '${digest(ours, 2)}' FROM team_journal.duplicate WHERE entry_id = '${entryId}'`, digest(ours, 1))).toEqual(['duplicate'])
    })

    it('and finds one that was changed to that of another desk’s event about the same entry', async () => {
      expect(await foundAfter(set(`'${digest(ours, 2)}'`), digest(ours, 1), digest(ours, 2))).toContain('duplicate')
    })
  })
})
