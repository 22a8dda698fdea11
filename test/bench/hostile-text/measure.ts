/**
 * Times by the processor's clock of this thread: what the machine does for others does not count. That clock may step
 * by some milliseconds, so what is short is repeated until the sum is long, and the median of several sums counts.
 */
import { textFor, type Reader } from './reader.ts'
import type { HostileText } from './texts.ts'

/** What one reader costs with one attack. */
export interface Cost {
  readonly attack: string
  /** Milliseconds for the longest text that the reader may be given. */
  readonly ms: number
  /** How many times as long the whole text takes as half of it; null where it is too short to matter. */
  readonly growth: number | null
}

/** What takes less, read once, is not measured closer. */
const matterMs = 10
/** The shortest sum that counts; the steps of the clock are a tenth of it. */
const enoughMs = 40
const sums = 3

/** Measures a reader with an attack: half and whole by turns, so that both see the same machine. */
export async function measure(reader: Reader, attack: string, make: HostileText): Promise<Cost> {
  const whole = textFor(reader, make)
  // The first time may be the compiler's: the second one counts.
  const once = await onceMs(reader, whole)
  const again = once < matterMs ? once : await onceMs(reader, whole)
  if (again < matterMs) return { attack, ms: again, growth: null }
  const half = textFor(reader, make, 0.5)
  const [halves, wholes]: [number[], number[]] = [[], []]
  for (let sum = 0; sum < sums; sum += 1) {
    halves.push(await busyMs(reader, half))
    wholes.push(await busyMs(reader, whole))
  }
  const ms = median(wholes)
  return { attack, ms, growth: ms < matterMs ? null : ms / Math.max(median(halves), 1) }
}

/** Milliseconds of one reading by the processor's clock, over as many as that clock needs. */
async function busyMs({ read }: Reader, text: string): Promise<number> {
  const start = processorMs()
  for (let runs = 1; ; runs += 1) {
    await read(text)
    const spent = processorMs() - start
    if (spent >= enoughMs) return spent / runs
  }
}

async function onceMs({ read }: Reader, text: string): Promise<number> {
  const start = processorMs()
  await read(text)
  return processorMs() - start
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
