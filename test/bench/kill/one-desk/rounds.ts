/** The kill test: round after round over one journal and one ledger, each a life that ends by SIGKILL. */
import { entryIn } from '../../../support/processes/entry-files.ts'
import { seeded } from '../../seed.ts'
import { startApplicationRun, type ApplicationRun } from '../application-run.ts'
import { keyOf, tallyAttempts, type AttemptFigures, type AttemptTally } from '../attempts.ts'
import { besideGateway, type GatewayGround, type KillTest } from '../ground.ts'
import type { FromApplication, Installation } from '../messages.ts'
import { openRelay, type Relay } from '../relay.ts'
import { openAccount, type Account, type Figures } from './account.ts'
import { takeAim, type Aim } from './aims.ts'

export interface KillReport extends Figures, AttemptFigures {
  readonly rounds: number
  readonly seed: number
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
export async function runKillTest(test: KillTest): Promise<KillReport> {
  return await besideGateway('kill', (ground) => runRounds(ground, test))
}

async function runRounds(
  { folder, compiledIn, later, gateway, secret, ledger }: GatewayGround,
  { built, rounds, seed, onRound = () => undefined }: KillTest,
): Promise<KillReport> {
  const relay = await openRelay(gateway)
  later(() => relay.close())
  const installation: Installation = {
    folder, baseUrl: relay.baseUrl, secret, journalThread: entryIn(built, 'journal'),
  }
  const startNext = () => {
    const run = startApplicationRun(installation, { built, compiledIn })
    later(() => run.kill())
    return run
  }
  const account = openAccount(ledger)
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
    onRound(number)
  }
  await relay.release()
  const begun = await next.begin([], 'everything')
  if (begun !== null) account.resolved(begun.payments, 'everything')
  await next.end()
  return { rounds, seed, ...attempts.figures(), ...account.figures() }
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
  const early = aim.kind === 'starting' ? setTimeout(() => { void run.kill() }, aim.afterMs) : undefined
  const found = await begun
  clearTimeout(early)
  let cut: CutAttempts = new Map()
  if (found !== null) {
    account.resolved(found.payments, 'newest')
    // What was held arrives late: after somebody asked for it and got the answer that there is no such order.
    await relay.release()
    if (aim.kind !== 'starting') cut = await workUntilKilled(run, round, aim, relay, attempts)
  }
  await run.kill()
  await relay.quiet()
  relay.watch(null)
  account.died(new Map([...cut.values()].map((name) => [name, { seen: relay.hasSeen(name) }])))
}

/** The names of what was confirmed and whose end was not shown, each by the key of its attempt. */
type CutAttempts = ReadonlyMap<string, string>

/** Answers with what was confirmed and whose end was not shown; that may change until the life has ended. */
async function workUntilKilled(
  run: ApplicationRun, { number, seed }: Round, aim: Aim, relay: Relay, attempts: AttemptTally,
): Promise<CutAttempts> {
  const cut = new Map<string, string>()
  const timers: NodeJS.Timeout[] = []
  let met = 0
  const killAfter = (ms: number) => {
    if (ms === 0) void run.kill()
    else timers.push(setTimeout(() => { void run.kill() }, ms))
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
  await run.act({ kind: 'work', round: number, seed }, hear)
  for (const timer of timers) clearTimeout(timer)
  return cut
}
