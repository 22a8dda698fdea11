/**
 * `npm run bench -- hostile-text`: every function that reads text from outside, with hostile texts of the greatest
 * allowed length, some of them random (`--size` is how many). Exit code 1 if one in main takes 50 ms, one in its
 * own thread or page a second, or if the time grows faster than the text. A small run uses every eighth text.
 * `HOSTILE_TEXT_READER` names one reader.
 */
import { availableParallelism, loadavg } from 'node:os'
import { measure } from './hostile-text/measure.ts'
import { readers } from './hostile-text/readers.ts'
import { attacks, randomAttacks } from './hostile-text/texts.ts'
import { isSmall, printedSeed, sizeOf } from './options.ts'

/** Main may be blocked no longer; a reader in its own thread or page may take a second. */
const mostMs = { inMain: 50, elsewhere: 1_000 }
/** Twice the text takes twice as long, and somewhat more if a cache is full; a factor of four would be quadratic. */
const mostGrowth = 3.5

const every = { ...attacks, ...randomAttacks(sizeOf({ whole: 20, small: 8 }), printedSeed()) }
const all = isSmall ? Object.fromEntries(Object.entries(every).filter((_, index) => index % 8 === 0)) : every
console.log(`${Object.keys(all).length} texts, load of the machine ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()}`)
console.log(`${'reader'.padEnd(44)} ${'longest'.padStart(9)} ${'worst ms'.padStart(9)} ${'growth'.padStart(7)}   worst of`)
const only = process.env.HOSTILE_TEXT_READER
let missed = 0
for (const [name, reader] of Object.entries(readers)) {
  if (only !== undefined && !name.includes(only)) continue
  const costs = await measure(reader, all)
  const slowest = costs.reduce((one, other) => other.ms > one.ms ? other : one)
  const growing = costs.reduce((one, other) => (other.growth ?? 0) > (one.growth ?? 0) ? other : one)
  const most = reader.inMain ? mostMs.inMain : mostMs.elsewhere
  const misses = slowest.ms >= most || (growing.growth ?? 0) >= mostGrowth
  if (misses) missed += 1
  console.log(`${name.padEnd(44)} ${String(reader.most).padStart(9)} ${slowest.ms.toFixed(1).padStart(9)} `
    + `${(growing.growth?.toFixed(2) ?? '-').padStart(7)}   ${slowest.attack}`
    + (misses ? `   MISSED; grows most with ${growing.attack}` : ''))
}
console.log(`missed ${missed} of ${Object.keys(readers).length}`)
if (missed > 0 && !isSmall) process.exitCode = 1
