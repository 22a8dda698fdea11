// Shared by the tests of the team journal: one server for all files of a process, and desks that close with their
// test.
import { postgresMissing, startCluster, type Cluster } from '../../support/team/cluster.ts'
import { copyOfDatabase, joinAs, loginOf, newTeam, openDesk, type TestDesk } from '../../support/team/team.ts'
import { onTestEnd } from '../clean-up.ts'

export * from '../../support/team/team.ts'
export type { Cluster } from '../../support/team/cluster.ts'

export const missing = postgresMissing()
if (missing !== null) console.log(`SKIPPED the tests of the team journal: ${missing}`)

let shared: Promise<Cluster> | null = null

/**
 * One server for all files of this process; it ends with the process. Autovacuum is off: it would visit some
 * hundred databases, each of a finished test.
 */
export const sharedCluster = (): Promise<Cluster> => shared ??= startCluster('autovacuum=off')

/**
 * Copies of a team, each with its own desks: `build` creates it once, with whatever a test needs besides its desks,
 * which are named by their login.
 */
export function copiesOf<Desks extends string, Rest>(
  build: (cluster: Cluster, database: string) => Promise<{ desks: Readonly<Record<Desks, TestDesk>>; rest: Rest }>,
  logins: Readonly<Record<Desks, string>>,
) {
  let made: Promise<{ database: string; built: Awaited<ReturnType<typeof build>> }> | null = null
  return async (): Promise<Readonly<Record<Desks, TestDesk>> & { cluster: Cluster; database: string; rest: Rest }> => {
    const cluster = await sharedCluster()
    made ??= (async () => {
      const database = await newTeam(cluster)
      const built = await build(cluster, database)
      await Promise.all(Object.values<TestDesk>(built.desks).map(({ port }) => port.close()))
      return { database, built }
    })()
    const { database: template, built } = await made
    const database = await copyOfDatabase(cluster, template)
    const desks = Object.entries<TestDesk>(built.desks).map(([name, desk]) => {
      const opened = openDesk(loginOf(cluster, database, logins[name as Desks]), desk)
      onTestEnd(() => opened.port.close())
      return [name, opened] as const
    })
    return { ...Object.fromEntries(desks) as Readonly<Record<Desks, TestDesk>>, cluster, database, rest: built.rest }
  }
}

/** Like `joinAs`, closed when the test ends. */
export async function deskOf(...given: Parameters<typeof joinAs>): Promise<TestDesk> {
  const desk = await joinAs(...given)
  onTestEnd(() => desk.port.close())
  return desk
}
