/** A part of `npm run bench -- broken-connections`, small enough for every run of the tests. */
import { expect, it } from 'vitest'
import { breakConnections } from '../../bench/broken-connections/run.ts'
import { chargeThroughTwoProfiles } from '../../bench/broken-connections/two-profiles.ts'
import { chosenSeed } from '../../bench/seed.ts'

const seed = chosenSeed()

it(`1,000 charges over connections that break (seed ${seed}): none is sent twice, none called "not sent" that was received`, async () => {
  const { secondSends, notSentYetReceived, outcomes, received } = await breakConnections({ requests: 1_000, seed })
  expect({ secondSends, notSentYetReceived }).toEqual({ secondSends: 0, notSentYetReceived: 0 })
  expect([...outcomes.values()].reduce((sum, times) => sum + times, 0)).toBe(1_000)
  // It tested what it should: all three ends of a charge occurred, and most requests were received.
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['accepted', 'unknown: connection-lost', 'not-sent: connection-refused']))
  expect(received).toBeGreaterThan(500)
}, 300_000)

it(`150 charges, each through two profiles of one merchant (seed ${seed}): no merchant order id reaches a server twice`, async () => {
  const { doubles, received, first, second } = await chargeThroughTwoProfiles({ orders: 150, seed })
  expect(doubles).toBe(0)
  // Most first attempts may have been received, so the other profile had to be refused.
  expect(received).toBeGreaterThan(75)
  expect([...first.keys()]).toContain('sent')
  expect(second.get('merchant-order-id-used')).toBeGreaterThan(75)
  // A request that certainly was not sent may be tried again.
  expect(second.get('sent')).toBeGreaterThan(0)
  expect([...second.values()].reduce((sum, times) => sum + times, 0)).toBe(150)
}, 300_000)
