/**
 * `npm run bench -- team-soak`: 1,000 races of 20 desks of each kind, and a server that is killed amid 500 claims and
 * the deliveries behind them. `--size` is the number of races. Exit code 1 when a race had not one winner, or when
 * anything was believed and lost.
 */
import { postgresMissing, startCluster } from '../team/cluster.ts'
import { runKills } from '../team/kills.ts'
import { races, runRaces } from '../team/races.ts'
import { joinAs, loginOf, newTeam } from '../team/team.ts'
import { isSmall, sizeOf } from './options.ts'

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
        + `no verdict ${others.length}, told of a wrong holder ${misled}`)
      if (one !== count || others.length > 0 || misled > 0) process.exitCode = 1
      await Promise.all(desks.map((desk) => desk.port.close()))
    }
    const figures = await runKills(cluster, await newTeam(cluster), isSmall
      ? { desks: 2, claims: 25, kills: 3 }
      : { desks: 10, claims: 50, kills: 20 })
    console.log(`killed: ${JSON.stringify(figures)}`)
    const { believedAndLost, eventsLost, eventsDoubled, withoutVerdict } = figures
    if (believedAndLost + eventsLost + eventsDoubled + withoutVerdict > 0) process.exitCode = 1
  } finally {
    await cluster.stop()
  }
}
