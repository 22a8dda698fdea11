/** The servers that break connections, one for each way, and what they received. */
import type { SendReport } from '../../../electron/gateway/port.ts'
import { closedPort, startWire, type Manner } from '../../node/faults/wire.ts'
import type { Random } from '../seed.ts'
import { phases, readMark } from './phases.ts'

/**
 * So short that stalls take no time; a request that is late by chance gets another outcome, and no count depends on
 * which.
 */
export const limits = { connectMs: 250, headersMs: 200, bodyMs: 200, totalMs: 600 }

/** A server that breaks connections in one way. */
export interface Gate {
  readonly scheme: 'http' | 'https'
  readonly port: number
  /** False if nothing listens. */
  readonly listens: boolean
  /** The number of accepted connections. */
  readonly connections: () => number
  readonly close: () => Promise<unknown>
  asked: number
}

/** Opens a server for each way; `seen` counts how often the beginning of each marked request was read. */
export async function openGates(seen: Map<string, number>): Promise<readonly Gate[]> {
  const gates: Gate[] = []
  for (const { scheme, manner } of Object.values(phases)) gates.push(await openGate(scheme, manner, seen))
  return gates
}

async function openGate(scheme: Gate['scheme'], manner: Manner | null, seen: Map<string, number>): Promise<Gate> {
  if (manner === null) {
    return { scheme, port: closedPort, listens: false, connections: () => 0, close: async () => undefined, asked: 0 }
  }
  const wire = await startWire({
    ...manner,
    onFirstBytes(socket, begin) {
      const mark = readMark(begin)
      if (mark !== null) count(seen, mark.id)
      manner.onFirstBytes?.(socket, begin)
    },
  })
  return { scheme, port: wire.port, listens: true, connections: wire.connections, close: wire.close, asked: 0 }
}

/** Any of them, each with the same probability; the caller sends one request there. */
export function chooseGate(gates: readonly Gate[], random: Random): Gate {
  const chosen = gates[random.whole(0, gates.length - 1)]
  if (chosen === undefined) throw new Error('there is no such phase')
  chosen.asked += 1
  return chosen
}

/** The URL from which a server reads a request's number, and the point at which its reply breaks. */
export function markedUrl({ scheme, port }: Gate, id: string, random: Random): string {
  return `${scheme}://127.0.0.1:${port}/gw/api/v2/make-rebill-sale/${id}-${random.whole(0, 99)}`
}

/** The number of connections beyond the sent requests, once all are closed. */
export async function closeGates(gates: readonly Gate[]): Promise<number> {
  for (const { close } of gates) await close()
  return gates.reduce((sum, { connections, asked }) => sum + Math.max(0, connections() - asked), 0)
}

/** The name of an outcome, with its fault if it has one. */
export function inWords({ outcome }: SendReport): string {
  return outcome.kind === 'not-sent' || outcome.kind === 'unknown' ? `${outcome.kind}: ${outcome.fault}` : outcome.kind
}

/** Counts one more. */
export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
