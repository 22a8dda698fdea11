/**
 * `npm run bench -- team`: a team journal on a private PostgreSQL, on this computer. Claims and delivery, compared
 * with a bare INSERT … COMMIT on the same server in the same run; charges by a desk in the team and by one without,
 * in turn. `--size` is the number of entries in the history.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { postgresMissing, startCluster, type Cluster } from '../support/team/cluster.ts'
import { fillHistory } from '../support/team/fill.ts'
import { charge, joinAs, loginOf, must, newTeam, passwordOf, sql, type TestDesk } from '../support/team/team.ts'
import { isSmall, sizeOf } from './options.ts'
import { timeCharges } from './team-charges.ts'

const missing = postgresMissing()
if (missing === null) await run()
else console.log(`left out: ${missing}`)

async function run(): Promise<void> {
  const size = sizeOf({ whole: 1_000_000, small: 20_000 })
  const claims = isSmall ? 100 : 1_000
  // As on a server: commits are written to the disk.
  const cluster = await startCluster('fsync=on\nlog_statement=none\nshared_buffers=256MB')
  try {
    const database = await newTeam(cluster)
    const filling = performance.now()
    await fillHistory(cluster, database, size)
    const [disk] = await sql(cluster, database, 'SELECT pg_database_size(current_database()) AS bytes')
    const kilobytes = (Number(disk?.bytes) / size / 1_000).toFixed(1)
    console.log(`${size} entries made in ${seconds(filling)} s; ${kilobytes} kB an entry on the disk`)
    const desk = await joinAs(loginOf(cluster, database, 'anna'))
    await alone(cluster, database, desk, claims)
    await charges(cluster, database, isSmall ? 20 : 200)
    await fifty(cluster, database, claims)
    await delivery(cluster, database, isSmall ? 20 : 200)
    await desk.port.close()
  } finally {
    await cluster.stop()
  }
}

/** One desk, a claim after the other, in turn with a bare insert, under the same conditions. */
async function alone(cluster: Cluster, database: string, desk: TestDesk, count: number): Promise<void> {
  const bare = new Client({
    host: '127.0.0.1', port: cluster.port, user: 'owner', password: passwordOf('owner'), database, ssl: false,
  })
  await bare.connect()
  await bare.query('CREATE TABLE bare (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)')
  const [claims, inserts]: [number[], number[]] = [[], []]
  for (let made = 0; made < count; made += 1) {
    claims.push(await timed(async () => { must(await desk.claim(charge())) }))
    inserts.push(await timed(() => bare.query(`INSERT INTO bare (text) VALUES ('one row')`)))
  }
  await bare.end()
  console.log(`claim, one desk: ${spread(claims)}; bare INSERT … COMMIT: ${spread(inserts)}`)
}

/** The whole path of a charge: the goal is less than 10 ms more. */
async function charges(cluster: Cluster, database: string, count: number): Promise<void> {
  const { inTeam, alone: without } = await timeCharges(cluster, database, count)
  const more = percentile(inTeam, 0.95) - percentile(without, 0.95)
  const ratio = percentile(inTeam, 0.5) / percentile(without, 0.5)
  console.log(`charge in a team: ${spread(inTeam)}; without one: ${spread(without)}; `
    + `${more.toFixed(1)} ms more at p95, ratio of p50 ${ratio.toFixed(2)}`)
}

async function fifty(cluster: Cluster, database: string, count: number): Promise<void> {
  const desks: TestDesk[] = []
  for (let made = 0; made < 50; made += 1) desks.push(await joinAs(loginOf(cluster, database, 'anna')))
  const times: number[] = []
  const start = performance.now()
  await Promise.all(desks.map(async (desk) => {
    for (let made = 0; made < count / 10; made += 1) {
      times.push(await timed(async () => { must(await desk.claim(charge())) }))
    }
  }))
  const perSecond = Math.round(times.length / (performance.now() - start) * 1_000)
  console.log(`claims, 50 desks at once: ${perSecond} a second; ${spread(times)}`)
  await Promise.all(desks.map((desk) => desk.port.close()))
}

/** From the claim of one desk until another that polls every 2 s has it. */
async function delivery(cluster: Cluster, database: string, count: number): Promise<void> {
  const [writer, reader] = [await joinAs(loginOf(cluster, database, 'anna')), await joinAs(loginOf(cluster, database, 'ben'))]
  const sent = new Map<string, number>()
  const lags: number[] = []
  const first = must(await reader.port.feed([]))
  const seen = new Map(first.desks.map(({ deskId, position }) => [deskId as string, { deskId, ...position }]))
  const poll = async () => {
    const { events } = must(await reader.port.feed([...seen.values()]))
    for (const event of events) {
      seen.set(event.deskId, event)
      const since = sent.get(event.eventId)
      if (since !== undefined) lags.push(performance.now() - since)
    }
  }
  let following = true
  const follow = (async () => {
    while (following) {
      await poll()
      await wait(2_000)
    }
  })()
  for (let made = 0; made < count; made += 1) {
    const claim = charge()
    must(await writer.claim(claim))
    sent.set(claim.eventId, performance.now())
    await wait(50)
  }
  await wait(2_500)
  following = false
  await follow
  const polls: number[] = []
  for (let round = 0; round < 20; round += 1) polls.push(await timed(poll))
  console.log(`delivery to a desk that polls every 2 s: ${lags.length} of ${count}; ${spread(lags)}; one poll: ${spread(polls)}`)
  await Promise.all([writer, reader].map((desk) => desk.port.close()))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function spread(times: readonly number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`
}

function percentile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1_000)
}
