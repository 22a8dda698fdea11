// What the tests of the team journal share: a server for all files of a process, desks that close with their test.
import { postgresMissing, startCluster, type Cluster } from '../../support/team/cluster.ts'
import { joinAs, type TestDesk } from '../../support/team/team.ts'
import { onTestEnd } from '../clean-up.ts'

export * from '../../support/team/team.ts'
export type { Cluster } from '../../support/team/cluster.ts'

export const missing = postgresMissing()
if (missing !== null) console.log(`SKIPPED the tests of the team journal: ${missing}`)

let shared: Promise<Cluster> | null = null

/**
 * One server for all files of this process; it ends with it. It does not clean up by itself: it would look into one
 * after the other of some hundred databases, each of a test that has ended.
 */
export const sharedCluster = (): Promise<Cluster> => shared ??= startCluster('autovacuum=off')

/** As `joinAs`, closed when the test ends. */
export async function deskOf(...given: Parameters<typeof joinAs>): Promise<TestDesk> {
  const desk = await joinAs(...given)
  onTestEnd(() => desk.port.close())
  return desk
}
