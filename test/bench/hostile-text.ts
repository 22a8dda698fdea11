/**
 * `npm run bench -- hostile-text`: every function that reads text from outside, with texts of 64 kB that are built to
 * hurt, some of them made up (`--size` is how many). Exit code 1 where one takes 50 ms or its time grows faster than
 * its text. A small run takes every eighth text.
 */
import { availableParallelism, loadavg } from 'node:os'
import { growthPerDoubling, measure, type Cost } from './hostile-text/measure.ts'
import { readers, type Reader } from './hostile-text/readers.ts'
import { attacks, randomAttacks, type HostileText } from './hostile-text/texts.ts'
import { isSmall, printedSeed, sizeOf } from './options.ts'

const mostMs = 50
const mostGrowth = 2.5
/** Below this collecting garbage costs more than what is measured. */
const tellingMs = 10

const every = { ...attacks, ...randomAttacks(sizeOf({ whole: 60, small: 8 }), printedSeed()) }
const all = isSmall ? Object.fromEntries(Object.entries(every).filter((_, index) => index % 8 === 0)) : every
console.log(`${Object.keys(all).length} texts, load of the machine ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()}`)
console.log(`${'reader'.padEnd(44)} ${'worst ms'.padStart(9)} ${'growth'.padStart(7)}   worst of`)
const only = process.env.HOSTILE_TEXT_READER
let missed = 0
for (const [name, read] of Object.entries(readers)) {
  if (only !== undefined && !name.includes(only)) continue
  const costs: Cost[] = []
  for (const [attack, make] of Object.entries(all)) costs.push(await measured(read, attack, make))
  const slowest = costs.reduce((one, other) => other.ms > one.ms ? other : one)
  const growing = costs.filter(({ ms, growth }) => growth !== null && ms >= tellingMs)
    .sort((one, other) => (other.growth ?? 0) - (one.growth ?? 0))[0]
  const growth = growing?.growth ?? null
  const misses = slowest.ms >= mostMs || (growth ?? 0) >= mostGrowth
  if (misses) missed += 1
  console.log(`${name.padEnd(44)} ${slowest.ms.toFixed(1).padStart(9)} ${(growth?.toFixed(2) ?? '-').padStart(7)}   ${slowest.attack}`
    + (misses ? `   MISSED; grows most with ${growing?.attack ?? '-'}` : ''))
}
console.log(`missed ${missed} of ${Object.keys(readers).length}`)
if (missed > 0 && !isSmall) process.exitCode = 1

/** What seems to grow too fast is measured again, to four times the text: there chance and caches count less. */
async function measured(read: Reader, attack: string, make: HostileText): Promise<Cost> {
  const cost = await measure(read, attack, make)
  if (cost.ms < tellingMs || (cost.growth ?? 0) < mostGrowth) return cost
  return { ...cost, growth: Math.min(cost.growth ?? 0, await growthPerDoubling(read, make)) }
}
