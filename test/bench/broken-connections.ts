/**
 * `npm run bench -- broken-connections`: 100,000 charges through the product's client over connections that break.
 * `BROKEN_CONNECTIONS` and `BROKEN_CONNECTIONS_SEED` in the environment choose other numbers. Exit code 1 when anything
 * was sent twice, or called "not sent" though a server read of it.
 */
import { breakConnections } from './broken-connections/run.ts'

const start = performance.now()
const seed = wholeNumber(process.env.BROKEN_CONNECTIONS_SEED) ?? Date.now() % 1_000_000
const requests = wholeNumber(process.env.BROKEN_CONNECTIONS) ?? 100_000
console.log(`seed ${seed}`)
const figures = await breakConnections({
  requests, seed, onDone: (done) => { if (done % 10_000 === 0) console.log(`${done} requests`) },
})
console.log(`${requests} requests in ${Math.round((performance.now() - start) / 1_000)} s, ${figures.received} of them reached a server`)
for (const [outcome, times] of [...figures.outcomes].sort()) console.log(`  ${outcome.padEnd(34)} ${String(times).padStart(7)}`)
console.log(`second sends ${figures.secondSends}`)
console.log(`"surely not sent" that was received ${figures.notSentYetReceived}`)
if (figures.secondSends > 0 || figures.notSentYetReceived > 0) process.exitCode = 1

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}
