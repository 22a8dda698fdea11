/** The lives of one desk, as who kills it holds them. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { entryIn } from '../../support/processes/entry-files.ts'
import type { Cluster } from '../../support/team/cluster.ts'
import { passwordOf, sql } from '../../support/team/team.ts'
import type { Gateway } from '../kill/gateway.ts'
import type { FoundPayment } from '../kill/messages.ts'
import { openCheckingProxy } from './checking-proxy.ts'
import type { Aim, DeskInstallation, FromDesk, Job, ToDesk } from './messages.ts'

/** A desk that hangs is a failure of the test. */
const patienceMs = 120_000

/** What a desk told while it worked, and last where it died; null where it did not. */
interface Told {
  readonly reported: Extract<FromDesk, { kind: 'reported' }> | null
  readonly diedAt: string | null
}

export interface Desk {
  /** Starts its next life, which takes up what the lives before left; in the end it goes on to live. */
  begin(isLast?: boolean): Promise<readonly FoundPayment[]>
  work(jobs: readonly Job[], aim: Aim | null): Promise<Told[]>
  passed(): number
  quiet(): Promise<void>
  end(): Promise<void>
}

export interface Around {
  /** The folder of the built entries. */
  readonly built: string
  readonly cluster: Cluster
  readonly database: string
  readonly folder: string
  readonly secret: string
  readonly gateway: Gateway
  readonly withoutClaim: string[]
}

/** Makes the desk of a person, with a proxy of its own; nothing of it lives before `begin`. */
export async function deskOf(
  user: string, { built, cluster, database, folder, secret, gateway, withoutClaim }: Around,
): Promise<Desk> {
  const proxy = await openCheckingProxy(gateway.port, gateway.productWord, async ({ kind, id }) => {
    const open = await sql(cluster, database, `SELECT 1 FROM team_journal.claim c
      WHERE c.kind = $1 AND c.id = $2 AND c.login = $3 AND NOT EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = c.entry_id)`, [kind, id, user])
    if (open.length !== 1) withoutClaim.push(`${user}: ${kind} ${id}`)
  })
  const own = join(folder, user)
  mkdirSync(own)
  const address = { host: '127.0.0.1', port: cluster.port, database, user, authorities: '' }
  const installation: DeskInstallation = {
    folder: own, baseUrl: proxy.baseUrl, secret, journalThread: entryIn(built, 'journal'), address, password: passwordOf(user),
  }
  let child: ChildProcess | null = null

  async function kill(): Promise<void> {
    const ended = child === null || child.exitCode !== null || child.signalCode !== null ? null : once(child, 'exit')
    child?.kill('SIGKILL')
    await ended
    child = null
  }
  return {
    passed: proxy.passed,
    quiet: () => proxy.quiet(),
    async begin(isLast = false) {
      await kill()
      child = fork(entryIn(built, 'killed-desk'), [JSON.stringify(installation)], {
        execArgv: ['--disable-warning=ExperimentalWarning'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
      })
      await hear(child, 'loaded')
      const begun = hear(child, 'begun')
      child.send({ kind: 'begin' } satisfies ToDesk)
      const found = await begun
      if (found === null) throw new Error(`the desk of ${user} ended by itself`)
      if (found.connection !== 'connected' || (isLast && found.waiting > 0)) {
        throw new Error(`the desk of ${user} is ${found.connection}, and ${found.waiting} events wait`)
      }
      return found.payments
    },
    async work(jobs, aim) {
      if (child === null) throw new Error('the desk was not begun')
      const told: Told[] = []
      child.on('message', (message: FromDesk) => {
        if (message.kind === 'reported') told.push({ reported: message, diedAt: null })
      })
      const idle = hear(child, 'idle')
      child.send({ kind: 'work', jobs, aim } satisfies ToDesk)
      const isIdle = await idle !== null
      await kill()
      return [...told, { reported: null, diedAt: isIdle ? null : aim?.moment ?? 'by itself' }]
    },
    async end() {
      await kill()
      proxy.close()
    },
  }
}

type Message<Kind> = Extract<FromDesk, { readonly kind: Kind }>

/** The next message of a kind; null when the process ends before it. */
async function hear<Kind extends FromDesk['kind']>(child: ChildProcess, kind: Kind): Promise<Message<Kind> | null> {
  return await new Promise((resolve, reject) => {
    const patience = setTimeout(() => { reject(new Error(`the desk hangs before it is ${kind}`)) }, patienceMs)
    const over = (message: Message<Kind> | null) => {
      clearTimeout(patience)
      child.off('message', listen)
      resolve(message)
    }
    const listen = (message: unknown) => {
      if ((message as FromDesk).kind === kind) over(message as Message<Kind>)
    }
    child.on('message', listen)
    void Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(() => { over(null) })
  })
}
