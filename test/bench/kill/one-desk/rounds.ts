/** The kill test: rounds over one journal and one ledger, each a run that ends by SIGKILL. */
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
  /** The seed of this run's actions. */
  readonly seed: number
}

/**
 * Kills this many runs; compares journal and ledger after each restart and resolution, and once more at the end,
 * when all unknown entries were checked again. Throws if a run ends or hangs on its own. Leaves no file and no
 * process.
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
    // It loads its code while this one runs; a restart then costs little more than opening.
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

/** The first run quits normally: it stores the profiles, their secret and the compiled code. */
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
    // Held requests arrive late: after a status query was answered with no such order.
    await relay.release()
    if (aim.kind !== 'starting') cut = await workUntilKilled(run, round, aim, relay, attempts)
  }
  await run.kill()
  await relay.quiet()
  relay.watch(null)
  account.died(new Map([...cut.values()].map((name) => [name, { seen: relay.hasSeen(name) }])))
}

/** The names of confirmed payments whose end was not shown, each by the key of its attempt. */
type CutAttempts = ReadonlyMap<string, string>

/** Returns the confirmed payments whose end was not shown; the map may change until the run has ended. */
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
    // Before the first confirmation only cards are looked up.
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
