/** A part of `npm run bench -- broken-connections`, small enough for every run of the tests. */
import { expect, it } from 'vitest'
import { breakConnections } from '../../bench/broken-connections/run.ts'

const seed = Date.now() % 1_000_000

it(`2,000 charges over connections that break (seed ${seed}): none is sent twice, none called "not sent" that was received`, async () => {
  const { secondSends, notSentYetReceived, outcomes, received } = await breakConnections({ requests: 2_000, seed })
  expect({ secondSends, notSentYetReceived }).toEqual({ secondSends: 0, notSentYetReceived: 0 })
  expect([...outcomes.values()].reduce((sum, times) => sum + times, 0)).toBe(2_000)
  // It tried what it says it did: all three ends of a charge came up, and most requests were received.
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['accepted', 'unknown: connection-lost', 'not-sent: connection-refused']))
  expect(received).toBeGreaterThan(1_000)
}, 300_000)
