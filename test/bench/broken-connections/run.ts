/**
 * Sends many POSTs of charges through the product's own client, over connections that break, and compares with what
 * the servers received.
 */
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { SendReport } from '../../../electron/gateway/port.ts'
import { seeded, type Random } from '../seed.ts'
import { chooseGate, closeGates, count, inWords, limits, markedUrl, openGates, type Gate } from './gates.ts'

export interface BrokenConnections {
  readonly requests: number
  readonly seed: number
  readonly onDone?: (done: number) => void
}

export interface Figures {
  /** Requests that reached a server again, or for which a second connection was opened. */
  readonly secondSends: number
  /** Requests reported as "not sent" of which a server read some bytes. */
  readonly notSentYetReceived: number
  /** How often each outcome occurred; the sum is the number of requests. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Requests of which a server read at least the first line. */
  readonly received: number
}

const atOnce = 48

/** Sends all of them, several at a time, and closes every server at the end. */
export async function breakConnections(
  { requests, seed, onDone = () => undefined }: BrokenConnections,
): Promise<Figures> {
  const random = seeded(seed)
  const seen = new Map<string, number>()
  const gates = await openGates(seen)
  const client = createGatewayClient({
    resolveProxy: async () => 'DIRECT', userAgent: 'test', environment: {}, readSystemCertificates: async () => [],
    timeouts: limits,
  })
  const outcomes = new Map<string, number>()
  const reports = new Map<string, SendReport['outcome']['kind']>()
  let next = 0
  const work = async (): Promise<void> => {
    while (next < requests) {
      const id = String(next)
      next += 1
      const report = await client.send(requestTo(chooseGate(gates, random), id, random))
      reports.set(id, report.outcome.kind)
      count(outcomes, inWords(report))
      onDone(reports.size)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const connectedAgain = await closeGates(gates)
  const again = [...seen.values()].reduce((sum, times) => sum + times - 1, 0)
  return {
    secondSends: again + connectedAgain,
    notSentYetReceived: [...seen.keys()].filter((id) => reports.get(id) === 'not-sent').length,
    outcomes,
    received: seen.size,
  }
}

function requestTo(gate: Gate, id: string, random: Random) {
  const order = `order-${id}`
  // Sometimes a body that does not fit into one packet, so that a request can break in its middle.
  const description = 'x'.repeat(random.next() < 0.05 ? 200_000 : random.whole(1, 2_000))
  return {
    operation: 'recurrent-payment',
    url: markedUrl(gate, id, random),
    authorization: null,
    body: `client_orderid=${order}&order_desc=${description}`,
    productWord: 'gw',
    asked: { merchantOrderId: order, orderId: null },
  } as const
}
