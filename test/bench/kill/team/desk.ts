/** The runs of one desk of a team, as the test controls them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { entryIn } from '../../../support/processes/entry-files.ts'
import type { Cluster } from '../../../support/team/cluster.ts'
import { passwordOf, sql } from '../../../support/team/team.ts'
import { startApplicationRun, type ApplicationRun } from '../application-run.ts'
import type { GatewayGround } from '../ground.ts'
import type { FoundPayment, FromApplication, Installation, Payment, SeamAim } from '../messages.ts'
import { openRelay } from '../relay.ts'

/** The reports of a run during its attempts, and where it was killed; null if it was not. */
interface Tried {
  readonly reported: readonly Extract<FromApplication, { kind: 'reported' }>[]
  readonly diedAt: string | null
}

export interface Desk {
  /**
   * Starts its next run, which resolves and delivers entries of earlier runs; the last one has delivered everything.
   */
  begin(isLast?: boolean): Promise<readonly FoundPayment[]>
  /** Tries the payments; its run ends at the aim or afterwards. */
  tryAll(payments: readonly Payment[], aim: SeamAim | null): Promise<Tried>
  passed(): number
  quiet(): Promise<void>
}

export interface TeamGround extends GatewayGround {
  /** The folder of the built entries. */
  readonly built: string
  readonly cluster: Cluster
  readonly database: string
  /** Receives requests that reached the gateway without an open claim of their desk. */
  readonly withoutClaim: string[]
}

/** Creates the desk of a person, with its own relay; nothing runs before `begin`. */
export async function deskOf(
  user: string, { gateway, secret, folder, compiledIn, later, built, cluster, database, withoutClaim }: TeamGround,
): Promise<Desk> {
  const relay = await openRelay(gateway, async ({ slot: { kind, id } }) => {
    const open = await sql(cluster, database, `SELECT 1 FROM team_journal.claim c
      WHERE c.kind = $1 AND c.id = $2 AND c.login = $3 AND NOT EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = c.entry_id)`, [kind, id, user])
    if (open.length !== 1) withoutClaim.push(`${user}: ${kind} ${id}`)
  })
  later(() => relay.close())
  const own = join(folder, user)
  mkdirSync(own)
  const address = { host: '127.0.0.1', port: cluster.port, database, user, authorities: '' }
  const installation: Installation = {
    folder: own, baseUrl: relay.baseUrl, secret, journalThread: entryIn(built, 'journal'),
    team: { address, password: passwordOf(user) },
  }
  let run: ApplicationRun | null = null
  const kill = async () => { await run?.kill() }
  later(kill)
  return {
    passed: relay.passed,
    quiet: relay.quiet,
    async begin(isLast = false) {
      await kill()
      run = startApplicationRun(installation, { built, compiledIn })
      const begun = await run.begin([], 'everything')
      if (begun === null) throw new Error(`the desk of ${user} died before it had begun`)
      const { payments, team } = begun
      if (team?.connection !== 'connected' || (isLast && team.waiting > 0)) {
        throw new Error(`the desk of ${user} is ${team?.connection ?? 'in no team'}, and ${team?.waiting ?? 0} events wait`)
      }
      return payments
    },
    async tryAll(payments, aim) {
      if (run === null) throw new Error('the desk was not begun')
      const reported: Tried['reported'][number][] = []
      const isIdle = await run.act({ kind: 'try', payments, aim }, (message) => {
        if (message.kind === 'reported') reported.push(message)
      })
      await kill()
      return { reported, diedAt: isIdle ? null : aim?.seam ?? 'by itself' }
    },
  }
}
