/** The kill test of batches: in each round a batch is killed once or several times, resumed, and ends. */
import type { BatchPause, BatchRowState } from '#shared/model/payments/batch.ts'
import { entryIn } from '../../../support/processes/entry-files.ts'
import { charges, type Cells } from '../../../support/fixtures/batch-rows.ts'
import { seeded, type Random } from '../../seed.ts'
import { chargedCards } from '../charged-cards.ts'
import { besideGateway, type GatewayGround, type KillTest } from '../ground.ts'
import { startProcess, type KilledProcess } from '../killed-process.ts'
import type { Installation } from '../messages.ts'
import { takeAimOnItsWay, type OnItsWay } from '../one-desk/aims.ts'
import { openRelay, type Relay } from '../relay.ts'
import { bothOf, judgeBatch, noBatchMisses, type BatchMisses } from './judge.ts'
import type { FoundBatch, FromBatchProcess, ToBatchProcess } from './messages.ts'

export interface BatchKillTest extends KillTest {
  readonly rows: number
}

export interface BatchKillReport {
  readonly misses: BatchMisses
  readonly kills: number
  /** How often a batch was found as interrupted by a kill, and why others paused. */
  readonly pauses: ReadonlyMap<BatchPause, number>
  /** The states of all rows at the end of their rounds. */
  readonly states: ReadonlyMap<BatchRowState, number>
  readonly comparisons: number
}

type Life = KilledProcess<ToBatchProcess, FromBatchProcess>

type Aim = OnItsWay | { readonly kind: 'starting' | 'working'; readonly afterMs: number }

/** More resumes than three for each row with a fault: a batch that never ends is a failure. */
const mostResumes = 200

/** Runs the rounds; leaves no file and no process. */
export async function runBatchKill(test: BatchKillTest): Promise<BatchKillReport> {
  return await besideGateway('batch-kill', (ground) => runRounds(ground, test))
}

async function runRounds(
  { folder, compiledIn, later, gateway, secret, ledger }: GatewayGround,
  { built, rounds, rows, seed, onRound = () => undefined }: BatchKillTest,
): Promise<BatchKillReport> {
  const relay = await openRelay(gateway)
  later(() => relay.close())
  const installation: Installation = {
    folder, baseUrl: relay.baseUrl, secret, journalThread: entryIn(built, 'journal'), tablesThread: entryIn(built, 'tables'),
  }
  const random = seeded(seed)
  const start = (): Life => {
    const life: Life = startProcess('killed-batch', { built, compiledIn, argument: installation, killsItself: false })
    later(() => life.kill())
    return life
  }
  let misses = noBatchMisses
  let [kills, comparisons] = [0, 0]
  const pauses = new Map<BatchPause, number>()
  const states = new Map<BatchRowState, number>()
  let next = start()

  for (let number = 1; number <= rounds; number += 1) {
    const cells = rowsOf(random, number, rows)
    const expected = cells.map(({ merchantOrderId = '' }) => merchantOrderId)
    const judge = (batch: FoundBatch | null): FoundBatch | null => {
      if (batch === null || batch.rows[0]?.merchantOrderId !== expected[0]) return null
      // Rows that are being sent have no state to compare yet.
      if (batch.state === 'running') return batch
      comparisons += 1
      misses = bothOf(misses, judgeBatch(ledger(), expected, batch.rows))
      if (batch.why !== null) pauses.set(batch.why, (pauses.get(batch.why) ?? 0) + 1)
      return batch
    }
    for (let left = random.whole(1, 3); left >= 0; left -= 1) {
      const life = next
      // It loads its code while this one runs.
      next = start()
      const aim = left === 0 ? null : takeAim(random, rows)
      const ended = await live({ life, relay, cells, judge }, aim)
      await life.kill()
      await relay.quiet()
      relay.watch(null)
      kills += 1
      for (const { state } of ended?.rows ?? []) states.set(state, (states.get(state) ?? 0) + 1)
      if (left === 0 && ended?.state !== 'ended') throw new Error(`the batch of round ${number} is ${ended?.state ?? 'gone'}`)
    }
    onRound(number)
  }
  return { misses, kills, pauses, states, comparisons }
}

interface Living {
  readonly life: Life
  readonly relay: Relay
  readonly cells: readonly Cells[]
  /** Compares the batch of this round with the ledger; null for another one. */
  readonly judge: (batch: FoundBatch | null) => FoundBatch | null
}

/** One run of the application. Without an aim it sends the rest and checks everything; otherwise it is killed. */
async function live({ life, relay, cells, judge }: Living, aim: Aim | null): Promise<FoundBatch | null> {
  await life.next('loaded')
  const timers: NodeJS.Timeout[] = []
  const killAfter = (ms: number): void => {
    if (ms === 0) void life.kill()
    else timers.push(setTimeout(() => { void life.kill() }, ms))
  }
  const ask = async (message: ToBatchProcess, answer: 'begun' | 'rested' | 'asked') => {
    const answered = life.next(answer)
    life.send(message)
    const received = await answered
    return received === null ? 'killed' as const : judge(received.batch)
  }
  if (aim?.kind === 'starting') killAfter(aim.afterMs)
  let found = await ask({ kind: 'begin' }, 'begun')
  // Held requests arrive late: after the batch was found as interrupted.
  await relay.release()
  if (aim?.kind === 'working') killAfter(aim.afterMs)
  if (aim?.kind === 'on-its-way') killOnItsWay(relay, aim, killAfter)
  for (let times = 0; found !== 'killed' && found?.state !== 'ended' && times < mostResumes; times += 1) {
    found = await ask({ kind: 'run', rows: found === null ? cells : null }, 'rested')
  }
  if (found !== 'killed' && aim === null) found = await ask({ kind: 'ask' }, 'asked')
  for (const timer of timers) clearTimeout(timer)
  return found === 'killed' ? null : found
}

function killOnItsWay(relay: Relay, { nth, moment, fate, afterMs }: OnItsWay, killAfter: (ms: number) => void): void {
  let met = 0
  relay.watch((now) => {
    if (now !== moment) return 'pass'
    met += 1
    if (met !== nth) return 'pass'
    killAfter(afterMs)
    return fate
  })
}

/** Most kills are at a request of a row; the others at any time. */
function takeAim(random: Random, rows: number): Aim {
  const among = random.next()
  if (among < 0.1) return { kind: 'starting', afterMs: random.next() * 400 }
  if (among < 0.4) return { kind: 'working', afterMs: random.next() * 10 * rows }
  return takeAimOnItsWay(random, random.whole(1, Math.ceil(rows * 0.6)))
}

/** Charges whose names and amounts no other round has: approved ones mostly, declined and lost ones among them. */
function rowsOf(random: Random, round: number, rows: number): Cells[] {
  return charges(rows, (row) => {
    const cents = 2_000 + round * rows + row
    const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    const cardReference = random.next() < 0.1 ? random.pick(chargedCards) : '1000001'
    return { amount, cardReference }
  }, `kill-${round}`)
}
