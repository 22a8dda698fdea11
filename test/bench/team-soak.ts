/**
 * `npm run bench -- team-soak`: 1,000 races of 20 desks of each kind, a server that is killed during 500 claims and
 * their deliveries, and 100 rounds of two desks that are killed during claims, deliveries and requests. `--size` is
 * the number of races. Exit code 1 if a race did not have exactly one winner, if anything acknowledged was lost, or
 * if ledger, journals and claims disagree.
 */
import { buildEntries } from '../support/processes/built-entries.ts'
import { postgresMissing, startCluster } from '../support/team/cluster.ts'
import { races, runRaces } from '../support/team/races.ts'
import { joinAs, loginOf, newTeam } from '../support/team/team.ts'
import { isFaultless, linesOf } from './kill/compare.ts'
import { runTeamKills } from './kill/team/rounds.ts'
import { runKills } from './kill/team/server.ts'
import { isSmall, printedSeed, sizeOf } from './options.ts'

const missing = postgresMissing()
if (missing === null) await run(sizeOf({ whole: 1_000, small: 20 }))
else console.log(`left out: ${missing}`)

async function run(count: number): Promise<void> {
  const cluster = await startCluster('log_statement=none')
  try {
    for (const race of races) {
      const database = await newTeam(cluster)
      const desks = await Promise.all(Array.from({ length: 20 }, () => joinAs(loginOf(cluster, database, 'anna'))))
      const { winners, others, misled } = await runRaces(race, desks, count)
      const one = winners.filter((won) => won === 1).length
      console.log(`${race}: ${count} races of 20 desks; one winner ${one}, none or several ${count - one}, `
        + `no verdict ${others.length}, given a wrong holder ${misled}`)
      if (one !== count || others.length > 0 || misled > 0) process.exitCode = 1
      await Promise.all(desks.map((desk) => desk.port.close()))
    }
    const figures = await runKills(cluster, await newTeam(cluster), isSmall
      ? { desks: 2, claims: 25, kills: 3 }
      : { desks: 10, claims: 50, kills: 20 })
    console.log(`killed: ${JSON.stringify(figures)}`)
    const { misses, ...desks } = await runTeamKills(cluster, {
      built: await buildEntries(), rounds: isSmall ? 3 : 100, seed: printedSeed(),
    })
    console.log(`desks killed: ${JSON.stringify(desks)}; misses:`)
    for (const line of linesOf(misses)) console.log(line)
    // Few rounds may have no refund by chance.
    const isEmpty = !isSmall && (desks.charges === 0 || desks.refunds === 0)
    if (isEmpty || !isFaultless(misses)) process.exitCode = 1
    const { believedAndLost, eventsLost, eventsDoubled, withoutVerdict } = figures
    if (believedAndLost + eventsLost + eventsDoubled + withoutVerdict > 0) process.exitCode = 1
  } finally {
    await cluster.stop()
  }
}
