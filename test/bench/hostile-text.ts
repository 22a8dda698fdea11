/**
 * `npm run bench -- hostile-text`: every function that reads text from outside, with texts that are built to hurt, as
 * long as it may be given, some of them made up (`--size` is how many). Exit code 1 where one takes 50 ms or its time
 * grows faster than its text. A small run takes every eighth text. `HOSTILE_TEXT_READER` names one reader.
 */
import { availableParallelism, loadavg } from 'node:os'
import { measure, type Cost } from './hostile-text/measure.ts'
import { readers } from './hostile-text/readers.ts'
import { attacks, randomAttacks } from './hostile-text/texts.ts'
import { isSmall, printedSeed, sizeOf } from './options.ts'

const mostMs = 50
/** Twice the text takes twice as long; the rest is collecting garbage and caches. */
const mostGrowth = 3

const every = { ...attacks, ...randomAttacks(sizeOf({ whole: 30, small: 8 }), printedSeed()) }
const all = isSmall ? Object.fromEntries(Object.entries(every).filter((_, index) => index % 8 === 0)) : every
console.log(`${Object.keys(all).length} texts, load of the machine ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()}`)
console.log(`${'reader'.padEnd(44)} ${'longest'.padStart(9)} ${'worst ms'.padStart(9)} ${'growth'.padStart(7)}   worst of`)
const only = process.env.HOSTILE_TEXT_READER
let missed = 0
for (const [name, reader] of Object.entries(readers)) {
  if (only !== undefined && !name.includes(only)) continue
  const costs: Cost[] = []
  for (const [attack, make] of Object.entries(all)) costs.push(await measure(reader, attack, make))
  const slowest = costs.reduce((one, other) => other.ms > one.ms ? other : one)
  const growing = costs.reduce((one, other) => (other.growth ?? 0) > (one.growth ?? 0) ? other : one)
  const misses = slowest.ms >= mostMs || (growing.growth ?? 0) >= mostGrowth
  if (misses) missed += 1
  console.log(`${name.padEnd(44)} ${String(reader.most).padStart(9)} ${slowest.ms.toFixed(1).padStart(9)} `
    + `${(growing.growth?.toFixed(2) ?? '-').padStart(7)}   ${slowest.attack}`
    + (misses ? `   MISSED; grows most with ${growing.attack}` : ''))
}
console.log(`missed ${missed} of ${Object.keys(readers).length}`)
if (missed > 0 && !isSmall) process.exitCode = 1
