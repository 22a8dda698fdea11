/** Durations of one action, repeated many times, and their output. */
import { isSmall } from '../options.ts'

/** The percentile of the samples, in milliseconds. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((one, other) => one - other)
  return sorted[Math.min(Math.ceil((percent / 100) * sorted.length), sorted.length) - 1] ?? 0
}

/** Runs an action for each argument, after some warm-up runs; returns the durations in milliseconds. */
export async function durations<Argument>(
  all: readonly Argument[], run: (argument: Argument) => Promise<unknown>,
): Promise<number[]> {
  for (const argument of all.slice(0, 10)) await run(argument)
  const samples: number[] = []
  for (const argument of all) {
    const start = performance.now()
    await run(argument)
    samples.push(performance.now() - start)
  }
  return samples
}

/** Prints p50 and p95 beside the target for p95, and whether it was met; a missed one fails a run that is not small. */
export function notify(what: string, samples: readonly number[], targetMs: number | null): void {
  const milliseconds = (value: number): string => `${value.toFixed(1)} ms`.padStart(9)
  const p95 = percentile(samples, 95)
  const isMissed = targetMs !== null && p95 >= targetMs
  const verdict = targetMs === null ? '' : `  target ${targetMs} ms: ${isMissed ? 'missed' : 'met'}`
  if (isMissed && !isSmall) process.exitCode = 1
  console.log(`${what.padEnd(58)} p50 ${milliseconds(percentile(samples, 50))}  p95 ${milliseconds(p95)}${verdict}`)
}
