import { buildEntries } from '../../support/processes/built-entries.ts'
import { printedSeed, sizeOf } from '../options.ts'
import type { KillTest } from './ground.ts'

/**
 * Runs a kill test with the options of the command line, printing a line every 100 rounds; returns its report and
 * the seconds.
 */
export async function runFromCommandLine<Report>(
  run: (test: KillTest) => Promise<Report>, sizes: Parameters<typeof sizeOf>[0],
): Promise<{ readonly report: Report; readonly seconds: number }> {
  const start = performance.now()
  const report = await run({
    built: await buildEntries(), rounds: sizeOf(sizes), seed: printedSeed(),
    onRound: (round) => { if (round % 100 === 0) console.log(`${round} rounds`) },
  })
  return { report, seconds: Math.round((performance.now() - start) / 1_000) }
}
