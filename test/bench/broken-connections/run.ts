/** Many POSTs of charges through the product's own client, over connections that break; and what the servers saw. */
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import type { SendReport } from '../../../electron/gateway/port.ts'
import { startWire, type Manner, type Wire } from '../../node/faults/wire.ts'
import { seeded, type Random } from '../kill/random.ts'
import { phases, readMark } from './phases.ts'

export interface BrokenConnections {
  readonly requests: number
  readonly seed: number
  readonly onDone?: (done: number) => void
}

export interface Figures {
  /** Requests that reached a server again, or for which a second connection was made. */
  readonly secondSends: number
  /** Requests called "not sent" of which a server read something. */
  readonly notSentYetReceived: number
  /** How often each outcome came up; together as many as there were requests. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Requests of which a server read at least the first line. */
  readonly received: number
}

const atOnce = 48
// So short that stalls take no time; who is late by chance gets another outcome, and no count depends on which.
const limits = { connectMs: 250, headersMs: 200, bodyMs: 200, totalMs: 600 }

/** A server that breaks connections in one way. */
interface Gate {
  readonly scheme: 'http' | 'https'
  readonly port: number
  readonly wire: Wire | null
  asked: number
}

/** Sends them all, some at a time, and ends with every server closed. */
export async function breakConnections(
  { requests, seed, onDone = () => undefined }: BrokenConnections,
): Promise<Figures> {
  const random = seeded(seed)
  const seen = new Map<string, number>()
  const gates: Gate[] = []
  for (const { scheme, manner } of Object.values(phases)) gates.push(await openGate(scheme, manner, seen))
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
  for (const { wire } of gates) await wire?.close()
  const again = [...seen.values()].reduce((sum, times) => sum + times - 1, 0)
  const connectedAgain = gates
    .reduce((sum, { wire, asked }) => sum + Math.max(0, (wire?.connections() ?? 0) - asked), 0)
  return {
    secondSends: again + connectedAgain,
    notSentYetReceived: [...seen.keys()].filter((id) => reports.get(id) === 'not-sent').length,
    outcomes,
    received: seen.size,
  }
}

async function openGate(scheme: Gate['scheme'], manner: Manner | null, seen: Map<string, number>): Promise<Gate> {
  const wire = await startWire({
    ...manner,
    onFirstBytes(socket, begin) {
      const mark = readMark(begin)
      if (mark !== null) count(seen, mark.id)
      manner?.onFirstBytes?.(socket, begin)
    },
  })
  // Where nobody shall listen a port is taken and given back.
  if (manner === null) await wire.close()
  return { scheme, port: wire.port, wire: manner === null ? null : wire, asked: 0 }
}

function chooseGate(gates: readonly Gate[], random: Random): Gate {
  const chosen = gates[random.whole(0, gates.length - 1)]
  if (chosen === undefined) throw new Error('there is no such phase')
  chosen.asked += 1
  return chosen
}

function requestTo({ scheme, port }: Gate, id: string, random: Random) {
  const order = `order-${id}`
  // Now and then a body that does not fit into one packet, so that the middle of a request has a place to break.
  const description = 'x'.repeat(random.next() < 0.05 ? 200_000 : random.whole(1, 2_000))
  return {
    operation: 'recurrent-payment',
    url: `${scheme}://127.0.0.1:${port}/gw/api/v2/make-rebill-sale/${id}-${random.whole(0, 99)}`,
    authorization: null,
    body: `client_orderid=${order}&order_desc=${description}`,
    productWord: 'gw',
    asked: { merchantOrderId: order, orderId: null },
  } as const
}

function inWords({ outcome }: SendReport): string {
  return outcome.kind === 'not-sent' || outcome.kind === 'unknown' ? `${outcome.kind}: ${outcome.fault}` : outcome.kind
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
