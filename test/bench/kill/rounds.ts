/** The kill test: round after round over one journal and one ledger, each a life that ends by SIGKILL. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLedger } from '../../../electron/sandbox/ledger.ts'
import { entryIn } from '../../support/processes/entry-files.ts'
import { openAccount, type Account, type Figures } from './account.ts'
import { takeAim, type Aim } from './aims.ts'
import { keyOf, tallyAttempts, type AttemptFigures, type AttemptTally } from './attempts.ts'
import { startGateway } from './gateway.ts'
import { startApplicationRun, type ApplicationRun } from './application-run.ts'
import type { FromApplication, Installation } from './messages.ts'
import { seeded } from './random.ts'
import { openRelay, type Relay } from './relay.ts'

export interface KillReport extends Figures, AttemptFigures {
  readonly rounds: number
  readonly seed: number
}

export interface KillTest {
  /** The folder of the built entries. */
  readonly built: string
  readonly rounds: number
  readonly seed: number
  /** Hears of every round that is over. */
  readonly onRound?: (round: number) => void
}

interface Round {
  readonly number: number
  readonly aim: Aim
  /** What the people of this life do follows from it. */
  readonly seed: number
}

/**
 * Kills so many lives; compares journal and ledger after each restart and resolving, and once more at the end, when all
 * that is unknown was asked about again. Throws when a life ends or hangs by itself. Leaves no file and no process.
 */
export async function runKillTest({ built, rounds, seed, onRound = () => undefined }: KillTest): Promise<KillReport> {
  const cleanups: (() => Promise<void> | void)[] = []
  try {
    const folder = mkdtempSync(join(tmpdir(), 'kill-'))
    cleanups.push(() => { rmSync(folder, { recursive: true, force: true }) })
    const ledgerPath = join(folder, 'ledger.jsonl')
    const secret = `made-up-${randomBytes(12).toString('hex')}`
    const gateway = await startGateway(ledgerPath, secret)
    cleanups.push(() => gateway.end())
    const relay = await openRelay(gateway.port, gateway.productWord)
    cleanups.push(() => relay.close())
    const installation: Installation = {
      folder, baseUrl: relay.baseUrl, secret, journalThread: entryIn(built, 'journal'),
    }
    const lives: ApplicationRun[] = []
    cleanups.push(() => endAll(lives))
    const startNext = () => {
      const run = startApplicationRun(built, installation, join(folder, 'compiled'))
      lives.push(run)
      return run
    }
    const account = openAccount(() => readLedger(ledgerPath))
    const attempts = tallyAttempts()
    const random = seeded(seed)
    let next = startNext()
    await enterProfiles(next)
    next = startNext()
    for (let number = 1; number <= rounds; number += 1) {
      const run = next
      // It loads its code while this one lives; a restart then costs little more than opening.
      next = startNext()
      const round: Round = { number, aim: takeAim(random), seed: random.whole(0, 2 ** 31) }
      await liveAndDie(run, round, relay, account, attempts)
      lives.splice(lives.indexOf(run), 1)
      onRound(number)
    }
    await relay.release()
    const found = await next.begin([], 'everything')
    if (found !== null) account.resolved(found, 'everything')
    await next.end()
    return { rounds, seed, ...attempts.figures(), ...account.figures() }
  } finally {
    for (const clean of cleanups.reverse()) await clean()
  }
}

async function endAll(lives: readonly ApplicationRun[]): Promise<void> {
  for (const run of lives) run.kill()
  await Promise.all(lives.map((run) => run.ended))
}

/** The first life ends in order: the profiles and their secret are kept, and so is the compiled code. */
async function enterProfiles(run: ApplicationRun): Promise<void> {
  await run.begin([], 'newest')
  await run.end()
}

async function liveAndDie(
  run: ApplicationRun, round: Round, relay: Relay, account: Account, attempts: AttemptTally,
): Promise<void> {
  const { aim } = round
  await run.ready
  const begun = run.begin(account.unknownEntries(), 'newest')
  const early = aim.kind === 'starting' ? setTimeout(() => { run.kill() }, aim.afterMs) : undefined
  const found = await begun
  clearTimeout(early)
  let cut: CutAttempts = new Map()
  if (found !== null) {
    account.resolved(found, 'newest')
    // What was held arrives late: after somebody asked for it and was told that there is no such order.
    await relay.release()
    if (aim.kind !== 'starting') cut = await workUntilKilled(run, round, aim, relay, attempts)
  }
  run.kill()
  await run.ended
  await relay.quiet()
  relay.watch(null)
  account.died(new Map([...cut.values()].map((name) => [name, { seen: relay.hasSeen(name) }])))
}

/** The names of what was confirmed and not told, each by the key of its attempt. */
type CutAttempts = ReadonlyMap<string, string>

/** Answers with what was confirmed and not told; that may change until the life has ended. */
async function workUntilKilled(
  run: ApplicationRun, { number, seed }: Round, aim: Aim, relay: Relay, attempts: AttemptTally,
): Promise<CutAttempts> {
  const cut = new Map<string, string>()
  const timers: NodeJS.Timeout[] = []
  let met = 0
  const killAfter = (ms: number) => {
    if (ms === 0) run.kill()
    else timers.push(setTimeout(() => { run.kill() }, ms))
  }
  const hear = (message: FromApplication) => {
    if (message.kind === 'submits') {
      cut.set(keyOf(message.attempt), message.attempt.name)
      met += aim.kind === 'confirming' ? 1 : 0
      if (aim.kind === 'confirming' && met === aim.nth) killAfter(aim.afterMs)
    }
    if (message.kind === 'reported') {
      cut.delete(keyOf(message.attempt))
      attempts.reported(message.attempt, message.refusal)
    }
  }
  relay.watch((moment) => {
    if (aim.kind !== 'on-its-way' || moment !== aim.moment) return 'pass'
    // Before anything is confirmed only cards are looked up.
    if (moment === 'connected' && cut.size === 0) return 'pass'
    met += 1
    if (met !== aim.nth) return 'pass'
    killAfter(aim.afterMs)
    return aim.fate
  })
  if (aim.kind === 'working') killAfter(aim.afterMs)
  await run.work(number, seed, hear)
  for (const timer of timers) clearTimeout(timer)
  return cut
}
