import { beforeAll, describe, expect, it } from 'vitest'
import type { SeenDesk } from '#shared/team/chain-text.ts'
import type { TeamEvent } from '../../../electron/team/port.ts'
import {
  charge, type Cluster, deskOf, loginOf, merchantKey, missing, must, newId, newTeam, outcome, sharedCluster,
  type TestDesk,
} from './support.ts'

describe.skipIf(missing !== null)('delivery', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })
  const as = (user: string): Promise<TestDesk> => deskOf(loginOf(cluster, database, user))

  it('repeated from any earlier point appends nothing twice, and its answer is the same', async () => {
    const [anna, ben] = [await as('anna'), await as('ben')]
    const taken = charge()
    must(await ben.claim(taken))
    const before = anna.position
    const alone = charge({ merchantOrderId: taken.facts.claim!.slot.id })
    const early = outcome(taken.entryId, 'approved')
    const first = must(await anna.publish(alone, early))
    expect(first).toMatchObject({ collisions: [alone.entryId], notClosed: [taken.entryId] })
    expect(must(await anna.port.publish(anna.id, before, [alone, early]))).toEqual(first)
    expect(must(await anna.port.publish(anna.id, before, [alone, early, outcome(null, 'sending', false)])).position.number)
      .toBe(before.number + 3)
    expect(must(await ben.port.entry(alone.entryId!)).map(({ eventId }) => eventId)).toEqual([alone.eventId])
  })

  it('with a gap, or of a chain that another desk continued, is refused', async () => {
    const anna = await as('anna')
    const ahead = { number: anna.position.number + 5, link: anna.position.link }
    const event = outcome(null, 'sending', false)
    expect(await anna.port.publish(anna.id, ahead, [event])).toMatchObject({ failure: { code: 'chain-gap' } })
    const other = { ...anna.position, link: 'a'.repeat(64) }
    expect(await anna.port.publish(anna.id, other, [event])).toMatchObject({ failure: { code: 'chain-forked' } })
  })

  it('reaches a desk that polls: every event once, in order per desk, however late', async () => {
    const [anna, ben, reader] = [await as('anna'), await as('ben'), await as('lea')]
    const written: string[] = []
    const received: TeamEvent[] = []
    const seen = new Map<string, SeenDesk>()
    const poll = async () => {
      const feed = must(await reader.port.feed([...seen.values()]))
      for (const event of feed.events) seen.set(event.deskId, event)
      received.push(...feed.events)
    }
    await Promise.all([anna, ben].map(async (desk) => {
      for (let made = 0; made < 40; made += 1) {
        const claim = charge()
        must(await desk.claim(claim))
        written.push(claim.eventId)
        if (made % 5 === 0) await poll()
      }
    }))
    await poll()
    await poll()
    const own = received.filter(({ kind, deskId }) => kind === 'claim' && [anna.id, ben.id].includes(deskId))
    expect(own.map(({ eventId }) => eventId as string)).toEqual(expect.arrayContaining(written))
    for (const desk of [anna, ben]) {
      const numbers = [...new Set(received.filter(({ deskId }) => deskId === desk.id).map(({ number }) => number))]
      expect(numbers).toEqual(Array.from({ length: 41 }, (_, at) => at + 1))
    }
  })

  it('of an earlier history, in the background, is found by all desks, with the state that was delivered last', async () => {
    const anna = await as('anna')
    const drafts = Array.from({ length: 120 }, () => charge())
    must(await anna.publish(...drafts))
    must(await anna.publish(...drafts.map(({ entryId }) => outcome(entryId, 'approved'))))
    const [found] = must(await (await as('ben')).port.order(merchantKey, [drafts[7]!.facts.claim!.slot.id]))
    const { entryId } = drafts[7]!
    expect(found).toMatchObject({ entryId, state: 'approved', deskLabel: 'Desk of anna', login: 'anna' })
  })

  it('returns large events in parts, so that memory does not limit what can be read', async () => {
    const [anna, reader] = [await as('anna'), await as('ben')]
    const large = Array.from({ length: 12 }, () => charge({ content: { note: 'x'.repeat(900_000) } }))
    for (const draft of large) must(await anna.publish(draft))
    const received: string[] = []
    let seen: SeenDesk[] = must(await reader.port.feed([])).desks.filter(({ deskId }) => deskId !== anna.id)
      .map(({ deskId, position }) => ({ deskId, ...position }))
    for (let more = true; more;) {
      const feed = must(await reader.port.feed(seen))
      const sizes = feed.events.map(({ facts, content }) => facts.length + (content?.body.length ?? 0))
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(9_000_000)
      received.push(...feed.events.map(({ eventId }) => eventId as string))
      seen = [...seen.filter(({ deskId }) => deskId !== anna.id), feed.events.at(-1)!]
      more = feed.more
    }
    expect(received).toEqual([anna.id, ...large.map(({ eventId }) => eventId)])
  })

  it('throws for an event that could never be delivered: it would block all later ones', async () => {
    const anna = await as('anna')
    const large = charge({ facts: { record: 'x'.repeat(1_000_001) } })
    await expect(anna.publish(large)).rejects.toThrow('too large')
    await expect(anna.publish({ ...large, at: '2026-01-01' as never, facts: {} })).rejects.toThrow('form')
    await expect(anna.publish(...Array.from({ length: 201 }, () => outcome(newId(), 'approved')))).rejects.toThrow('too many')
  })
})
