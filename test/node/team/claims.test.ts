import { beforeAll, describe, expect, it } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { entryStates, isUndone, type EntryState } from '#shared/model/history/history.ts'
import type { ClaimSlot } from '#shared/model/team/team.ts'
import {
  cardDuplicateKey, duplicateMinutes, endsClaim, operationDuplicateKey, otherDeskMinutes,
} from '#shared/team/claim-rules.ts'
import {
  answered, charge, deskOf, loginOf, missing, must, newId, newTeam, outcome, refund, sharedCluster, sql, type Cluster,
  type TestDesk,
} from './support.ts'

/** A merchant order id is never free again once it was sent; an order is free for the next refund, void or capture. */
const freesSlot = (kind: ClaimSlot['kind'], state: EntryState): boolean =>
  kind === 'create' ? state === 'not-sent' : endsClaim(kind, state)
/** The states that a person sets by hand; they need the waiting time. */
const isByHand = (state: EntryState): boolean => ['not-found', 'closed-error', 'closed-unknown'].includes(state)
/** Whether an earlier claim that ended with this state is no longer a possible duplicate. */
const isNoDuplicate = (state: EntryState): boolean => isUndone(state) || isByHand(state)

describe.skipIf(missing !== null)('a claim', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })
  const as = (user: string): Promise<TestDesk> => deskOf(loginOf(cluster, database, user))
  /** Makes a claim appear `minutes` old. */
  const age = (entryId: EntryId, minutes: number) => sql(cluster, database, `SET session_replication_role = replica;
    UPDATE team_journal.claim SET claimed_at = claimed_at - interval '${minutes} minutes' WHERE entry_id = '${entryId}'`)

  it('of a merchant order id is won once; later claims get its holder and state', async () => {
    const [anna, ben] = [await as('anna'), await as('ben')]
    const first = charge({ merchantOrderId: newId() })
    expect(must(await anna.claim(first))).toMatchObject({ kind: 'won', round: 1 })
    const second = charge({ merchantOrderId: first.facts.claim!.slot.id })
    expect(must(await ben.claim(second))).toMatchObject({
      kind: 'taken', holder: { entryId: first.entryId, deskId: anna.id, deskLabel: 'Desk of anna', login: 'anna', state: 'sending' },
    })
    must(await anna.publish(outcome(first.entryId, 'unknown', false)))
    expect(must(await ben.claim(second))).toMatchObject({ kind: 'taken', holder: { state: 'unknown' } })
  })

  it('repeated by the same desk has the same answer, and another one once it has ended', async () => {
    const anna = await as('anna')
    const claim = charge()
    const before = anna.position
    must(await anna.claim(claim))
    expect(must(await anna.port.claim(anna.id, before, claim))).toMatchObject({ kind: 'won', position: anna.position })
    must(await anna.publish(outcome(claim.entryId, 'not-sent')))
    expect(must(await anna.port.claim(anna.id, before, claim))).toMatchObject({ kind: 'closed' })
  })

  it.each(entryStates)('that ended as %s frees its slot according to the rules, on every desk', async (state) => {
    const [anna, ben] = [await as('anna'), await as('ben')]
    const slot: string = newId()
    for (const make of [() => charge({ merchantOrderId: slot }), () => refund(slot)]) {
      const first = make()
      const kind = first.facts.claim!.slot.kind
      must(await anna.claim(first))
      if (isByHand(state)) await age(first.entryId!, 121)
      const { notClosed } = must(await anna.publish(outcome(first.entryId, state)))
      expect(notClosed).toEqual(endsClaim(kind, state) ? [] : [first.entryId])
      expect(must(await ben.claim(make())).kind).toBe(freesSlot(kind, state) ? 'won' : 'taken')
    }
  })

  it('is not closed by hand before the waiting time, by anybody', async () => {
    const [anna, lea] = [await as('anna'), await as('lea')]
    const claim = charge()
    must(await anna.claim(claim))
    await age(claim.entryId!, 119)
    expect(must(await anna.publish(outcome(claim.entryId, 'not-found'))).notClosed).toEqual([claim.entryId])
    expect(must(await lea.publish(outcome(claim.entryId, 'not-found'))).notClosed).toEqual([claim.entryId])
    await age(claim.entryId!, 2)
    expect(must(await lea.publish(outcome(claim.entryId, 'not-found'))).notClosed).toEqual([])
  })

  it('of another desk is ended by the gateway’s reply, ten minutes later; by hand by an administrator only', async () => {
    const [anna, ben, lea] = [await as('anna'), await as('ben'), await as('lea')]
    const order = newId()
    const claim = refund(order)
    must(await anna.claim(claim))
    expect(must(await ben.publish(answered(claim.entryId, 'approved'))).notClosed).toEqual([claim.entryId])
    await age(claim.entryId!, otherDeskMinutes + 1)
    // Without the reply as its content, or with a contradicting one, it ends nothing.
    const other = answered(claim.entryId, 'declined')
    const contradicted = { ...other, facts: { ...other.facts, closes: 'approved' as const } }
    expect(must(await ben.publish(contradicted)).notClosed).toEqual([claim.entryId])
    for (const state of ['approved', 'declined', 'filtered', 'not-sent', 'refused', 'closed-error'] as const) {
      expect(must(await ben.publish(outcome(claim.entryId, state))).notClosed, state).toEqual([claim.entryId])
    }
    await age(claim.entryId!, 121)
    expect(must(await ben.publish(outcome(claim.entryId, 'closed-error'))).notClosed).toEqual([claim.entryId])
    expect(must(await lea.publish(outcome(claim.entryId, 'closed-error'))).notClosed).toEqual([])
    expect(must(await ben.claim(refund(order))).kind).toBe('won')
    const another = charge()
    must(await anna.claim(another))
    await age(another.entryId!, otherDeskMinutes + 1)
    expect(must(await ben.publish(answered(another.entryId, 'approved'))).notClosed).toEqual([])
  })

  it('similar to an earlier one is a possible duplicate until a person has confirmed it, also with enumerated amounts', async () => {
    const [anna, ben] = [await as('anna'), await as('ben')]
    const key = newId()
    const claimLike = (keys: string[], seen = 0) =>
      charge({ duplicates: keys.map((one) => ({ key: one, seen, atAnyAge: true })) })
    const first = claimLike([key])
    must(await anna.claim(first))
    const second = claimLike([newId(), key])
    expect(must(await ben.claim(second))).toMatchObject({ kind: 'duplicate', key, seen: 1, holder: { entryId: first.entryId } })
    expect(must(await ben.claim(claimLike([key], 1))).kind).toBe('won')
    expect(must(await ben.claim(claimLike([key], 1)))).toMatchObject({ kind: 'duplicate', seen: 2 })
  })

  it.each(entryStates)('that ended as %s is a possible duplicate for half an hour, or not at all; an open one longer', async (state) => {
    const [anna, ben] = [await as('anna'), await as('ben')]
    const next = async (minutes: number, atAnyAge: boolean) => {
      const duplicates = [{ key: newId(), seen: 0, atAnyAge }]
      const first = charge({ duplicates })
      must(await anna.claim(first))
      await age(first.entryId!, isByHand(state) ? 121 : minutes)
      must(await anna.publish(outcome(first.entryId, state)))
      return must(await ben.claim(charge({ duplicates }))).kind
    }
    const isEnded = endsClaim('create', state)
    expect(await next(duplicateMinutes - 1, true)).toBe(isNoDuplicate(state) ? 'won' : 'duplicate')
    expect(await next(duplicateMinutes + 1, true)).toBe(isEnded ? 'won' : 'duplicate')
    expect(await next(duplicateMinutes + 1, false)).toBe('won')
  })

  it('has a key for its possible duplicates with unambiguous parts', () => {
    const keys = [
      cardDuplicateKey('m', 'a b', '1', 'USD'), cardDuplicateKey('m', 'a', 'b 1', 'USD'), cardDuplicateKey('m a', 'b', '1', 'USD'),
      operationDuplicateKey('m', 'a b', '1', 'USD'), cardDuplicateKey('m","a', 'b', '1', 'USD'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('for a request sent while working alone is added later; a collision does not change the holder', async () => {
    const [anna, ben] = [await as('anna'), await as('ben')]
    const [free, taken] = [charge(), charge()]
    must(await anna.claim(taken))
    const alone = charge({ merchantOrderId: taken.facts.claim!.slot.id })
    expect(must(await ben.publish(free, alone)).collisions).toEqual([alone.entryId])
    expect(must(await anna.claim(charge({ merchantOrderId: free.facts.claim!.slot.id }))).kind).toBe('taken')
  })

  it('is listed for every desk while it is open', async () => {
    const anna = await as('anna')
    const claim = refund(newId())
    must(await anna.claim(claim))
    const open = must(await (await as('ben')).port.openClaims([claim.facts.claim!.slot.merchantKey]))
    expect(open.find(({ holder }) => holder.entryId === claim.entryId)).toMatchObject({
      slot: { kind: 'follow' }, holder: { login: 'anna', who: 'A person' },
    })
  })
})
