/**
 * Every attack is timed once; the slowest are then timed again, half and whole in turn, so that both run under the
 * same conditions. The shortest of several runs counts: other processes only ever add time.
 */
import { textFor, type Reader } from './reader.ts'
import type { HostileText } from './texts.ts'

/** What one reader costs with one attack. */
export interface Cost {
  readonly attack: string
  /** Milliseconds for the longest text that the reader may be given. */
  readonly ms: number
  /** How many times as long the whole text takes as half of it; null if it is too short to matter. */
  readonly growth: number | null
}

/** A shorter time is not measured more precisely. */
const matterMs = 10
const slowest = 2
const runs = 4
/** Caches and garbage collection explain growth up to this factor. */
const doubtful = 3

/** Measures a reader with each attack; the faster ones are only known not to be slower. */
export async function measure(reader: Reader, attacks: Readonly<Record<string, HostileText>>): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const [attack, make] of Object.entries(attacks)) {
    const text = textFor(reader, make)
    costs.push({ attack, ms: await msOf(reader, text), growth: null })
  }
  const closer = costs.filter(({ ms }) => ms >= matterMs).sort((one, other) => other.ms - one.ms).slice(0, slowest)
  if (closer.length === 0) return costs
  const close: Cost[] = []
  for (const { attack } of closer) close.push(await measureCloser(reader, attack, attacks[attack] ?? (() => '')))
  return close
}

async function measureCloser(reader: Reader, attack: string, make: HostileText): Promise<Cost> {
  const [ms, growth] = await doubled(reader, make, 1)
  if (ms < matterMs) return { attack, ms, growth: null }
  // A longer text distinguishes a full cache from a growing time.
  return { attack, ms, growth: growth < doubtful ? growth : Math.min(growth, (await doubled(reader, make, 2))[1]) }
}

/** Milliseconds for a part of the longest text, and their ratio to those for half of it. */
async function doubled(
  reader: Reader, make: HostileText, part: number,
): Promise<readonly [ms: number, growth: number]> {
  const [whole, half] = [textFor(reader, make, part), textFor(reader, make, part / 2)]
  let [ms, halfMs] = [Infinity, Infinity]
  for (let run = 0; run < runs; run += 1) {
    halfMs = Math.min(halfMs, await msOf(reader, half))
    ms = Math.min(ms, await msOf(reader, whole))
  }
  return [ms, ms / Math.max(halfMs, 1)]
}

async function msOf({ read }: Reader, text: string): Promise<number> {
  const start = performance.now()
  await read(text)
  return performance.now() - start
}
