/**
 * `npm run bench -- broken-connections`: 100,000 charges through the product's client over connections that break;
 * then a tenth as many merchant order ids, each tried with two profiles of one merchant with desk and journal.
 * `--size` is the number of charges. Exit code 1 if anything was sent twice, or reported as "not sent" though a
 * server read some of it, or if the second profile was never refused.
 */
import { breakConnections } from './broken-connections/run.ts'
import { chargeThroughTwoProfiles } from './broken-connections/two-profiles.ts'
import { printedSeed, sizeOf } from './options.ts'

const start = performance.now()
const seed = printedSeed()
const requests = sizeOf({ whole: 100_000, small: 2_000 })
const figures = await breakConnections({
  requests, seed, onDone: (done) => { if (done % 10_000 === 0) console.log(`${done} requests`) },
})
console.log(`${requests} requests in ${Math.round((performance.now() - start) / 1_000)} s, ${figures.received} of them reached a server`)
for (const [outcome, times] of [...figures.outcomes].sort()) console.log(`  ${outcome.padEnd(34)} ${String(times).padStart(7)}`)
console.log(`second sends ${figures.secondSends}`)
console.log(`"surely not sent" that was received ${figures.notSentYetReceived}`)

const startOfTwo = performance.now()
const orders = Math.ceil(requests / 10)
const two = await chargeThroughTwoProfiles({
  orders, seed, onDone: (done) => { if (done % 1_000 === 0) console.log(`${done} merchant order ids`) },
})
console.log(`${orders} merchant order ids, each through two profiles, in ${Math.round((performance.now() - startOfTwo) / 1_000)} s, `
  + `${two.received} of them reached a server`)
console.log(`  tried first: ${listed(two.first)}`)
console.log(`  through the other profile: ${listed(two.second)}`)
console.log(`merchant order ids that reached a server twice ${two.doubles}`)

const isEmpty = !two.second.has('merchant-order-id-used')
if (isEmpty) console.log('The second profile was never refused: this run tried nothing.')
if (isEmpty || figures.secondSends > 0 || figures.notSentYetReceived > 0 || two.doubles > 0) process.exitCode = 1

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
}
