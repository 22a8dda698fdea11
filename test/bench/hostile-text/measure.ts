import type { HostileText } from './texts.ts'
import type { Reader } from './readers.ts'

/** What one reader costs with one attack. */
export interface Cost {
  readonly attack: string
  /** Milliseconds for the whole text: the least of some runs. */
  readonly ms: number
  /** How many times as long the whole text takes as half of it; null where both are too short to tell. */
  readonly growth: number | null
}

export const characters = 65_536
const mostRuns = 9
/** What takes less is measured once: nothing about it can matter. */
const noiseMs = 1
const enoughMs = 300

/** Measures a reader with an attack, half and whole by turns, so that both see the same machine. */
export async function measure(read: Reader, attack: string, make: HostileText): Promise<Cost> {
  const texts = [make(characters / 2), make(characters)] as const
  let [half, whole, spent] = [Infinity, Infinity, 0]
  for (let run = 0; run < mostRuns && spent < enoughMs; run += 1) {
    const [shorter, longer] = [await msOf(read, texts[0]), await msOf(read, texts[1])]
    half = Math.min(half, shorter)
    whole = Math.min(whole, longer)
    spent += shorter + longer
    if (whole < noiseMs) break
  }
  return { attack, ms: whole, growth: half < noiseMs ? null : whole / half }
}

/** How many times as long each doubling takes, from the whole text to four times as much. */
export async function growthPerDoubling(read: Reader, make: HostileText): Promise<number> {
  const texts = [make(characters), make(4 * characters)] as const
  let [whole, fourfold] = [Infinity, Infinity]
  for (let run = 0; run < mostRuns; run += 1) {
    whole = Math.min(whole, await msOf(read, texts[0]))
    fourfold = Math.min(fourfold, await msOf(read, texts[1]))
  }
  return Math.sqrt(fourfold / whole)
}

async function msOf(read: Reader, text: string): Promise<number> {
  const start = busyMs()
  await read(text)
  return busyMs() - start
}

/** Milliseconds of this thread's own work: what the processor did for others in the meantime does not count. */
function busyMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
