/** The options of benchmarks on the command line: `--size N`, `--small`, `--seed N`, `--settled`. */
import { parseArgs } from 'node:util'
import { chosenSeed, wholeNumber } from './seed.ts'

export const benchOptions = {
  size: { type: 'string' }, seed: { type: 'string' }, small: { type: 'boolean' }, settled: { type: 'boolean' },
} as const

// Tests that use parts of a benchmark have the test runner's command line.
const { values } = parseArgs({ options: benchOptions, allowPositionals: true, strict: false })

/** A small run proves that the benchmark works, not its figures: a slow result is printed and is not a failure. */
export const isSmall = values.small === true

/** No outcome of the measured journal is open. */
export const isSettled = values.settled === true

/** The size of a benchmark: `--size`, else `small` with `--small`, else `whole`. */
export function sizeOf({ whole, small }: { readonly whole: number; readonly small: number }): number {
  return number('size') ?? (isSmall ? small : whole)
}

/** The seed of this run, printed: `--seed`, else `GATEWAY_CONSOLE_SEED`, else a new one each time. */
export function printedSeed(): number {
  const seed = number('seed') ?? chosenSeed()
  console.log(`seed ${seed}`)
  return seed
}

/** Ends the process with code 2 if the value is not a whole number: a typing error must not start a run of hours. */
function number(name: 'size' | 'seed'): number | null {
  const text = values[name]
  if (text === undefined) return null
  const value = typeof text === 'string' ? wholeNumber(text) : null
  if (value !== null) return value
  console.error(`--${name} takes a whole number of at most nine digits.`)
  process.exit(2)
}
