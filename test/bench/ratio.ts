/** Benchmarks print ratios of interleaved rounds: both sides run under the same conditions. */
import { sizeOf } from './options.ts'

export interface Contestant {
  readonly name: string
  readonly run: () => unknown
}

const rounds = sizeOf({ whole: 15, small: 1 })
const roundMs = 60

function callsPerSecond(run: () => unknown): number {
  const start = performance.now()
  let calls = 0
  let elapsed = 0
  do {
    for (let batch = 0; batch < 8; batch++) run()
    calls += 8
    elapsed = performance.now() - start
  } while (elapsed < roundMs)
  return (calls / elapsed) * 1_000
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

/** Runs two contestants in turn and prints the median of the rounds' ratios, with calls per second. */
export function compare(title: string, ours: Contestant, theirs: Contestant): number {
  const ratios: number[] = []
  const speeds: { ours: number; theirs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const speed = round % 2 === 0
      ? { ours: callsPerSecond(ours.run), theirs: callsPerSecond(theirs.run) }
      : { theirs: callsPerSecond(theirs.run), ours: callsPerSecond(ours.run) }
    speeds.push(speed)
    ratios.push(speed.ours / speed.theirs)
  }
  const ratio = median(ratios)
  const perSecond = (pick: 'ours' | 'theirs'): string => Math.round(median(speeds.map((speed) => speed[pick]))).toLocaleString('en')
  console.log(`${title}: ${ratio.toFixed(2)} (${ours.name} ${perSecond('ours')}/s, ${theirs.name} ${perSecond('theirs')}/s)`)
  return ratio
}
