/**
 * Two desks of a team try the same charges and refunds at the same moment, and die at every seam of claim, delivery and
 * send. Afterwards the ledger, both journals and the team's claims must tell the same.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrderId } from '#shared/brands.ts'
import { readLedger } from '../../../electron/sandbox/ledger.ts'
import type { Cluster } from '../../support/team/cluster.ts'
import { newTeam, sql } from '../../support/team/team.ts'
import { chargedCards } from '../kill/charged-cards.ts'
import { startGateway } from '../kill/gateway.ts'
import { seeded, type Random } from '../kill/random.ts'
import type { FoundPayment } from '../kill/messages.ts'
import { compareTeam, type TeamMisses } from './compare.ts'
import { deskOf } from './desk-run.ts'
import { moments, type Aim, type Job } from './messages.ts'

const people = ['anna', 'ben'] as const
const jobsOfARound = 4

export interface TeamKillReport {
  readonly rounds: number
  readonly seed: number
  /** Deaths by moment; the rounds in which an aim was not met are under `none`. */
  readonly died: Readonly<Record<string, number>>
  /** How the tries ended that were told: `sent`, or the code of a refusal. */
  readonly ends: Readonly<Record<string, number>>
  readonly sent: number
  readonly charges: number
  readonly refunds: number
  readonly claims: number
  readonly misses: TeamMisses
}

export interface TeamKillTest {
  /** The folder of the built entries. */
  readonly built: string
  readonly rounds: number
  readonly seed: number
}

/** Kills for so many rounds; compares at the end, when both desks have asked about and delivered everything. */
export async function runTeamKills(
  cluster: Cluster, { built, rounds, seed }: TeamKillTest,
): Promise<TeamKillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'team-kill-'))
  const secret = `made-up-${randomBytes(12).toString('hex')}`
  const gateway = await startGateway(join(folder, 'ledger.jsonl'), secret)
  const database = await newTeam(cluster)
  const withoutClaim: string[] = []
  const around = { built, cluster, database, folder, secret, gateway, withoutClaim }
  const desks = await Promise.all(people.map((user) => deskOf(user, around)))
  try {
    const random = seeded(seed)
    const tally = { died: {} as Record<string, number>, ends: {} as Record<string, number> }
    let sold: Sold[] = []
    for (let round = 1; round <= rounds; round += 1) {
      await Promise.all(desks.map((desk) => desk.begin()))
      const jobs = jobsFor(random, round, sold)
      const aims = desks.map((_, index) =>
        index === round % desks.length || random.next() < 0.3 ? takeAim(random) : null)
      const told = (await Promise.all(desks.map((desk, index) => desk.work(jobs, aims[index] ?? null)))).flat()
      for (const { reported, diedAt } of told) {
        if (reported !== null) count(tally.ends, reported.end)
        else count(tally.died, diedAt ?? 'none')
      }
      sold = told.flatMap(({ reported }) => reported?.job.kind === 'charge' && reported.orderId !== null
        ? [{ orderId: reported.orderId, merchantOrderId: reported.job.merchantOrderId }] : [])
      await Promise.all(desks.map((desk) => desk.quiet()))
    }
    const payments: FoundPayment[] = []
    // The second time, what one desk delivered at its first has been read by the other.
    for (const desk of [...desks, ...desks]) payments.push(...await desk.begin(true))
    const ledger = readLedger(join(folder, 'ledger.jsonl'))
    const claims = await sql(cluster, database, `SELECT c.entry_id, c.kind, c.login, k.state AS closed
      FROM team_journal.claim c LEFT JOIN team_journal.closing k ON k.entry_id = c.entry_id`)
    return {
      rounds, seed, ...tally, sent: desks.reduce((sum, desk) => sum + desk.passed(), 0), claims: claims.length,
      charges: ledger.filter(({ order }) => order !== undefined).length,
      refunds: ledger.filter(({ transaction }) => transaction !== undefined).length,
      misses: { ...compareTeam(ledger, payments, claims), withoutClaim },
    }
  } finally {
    for (const desk of desks) await desk.end()
    await gateway.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Sold {
  readonly orderId: OrderId
  readonly merchantOrderId: string
}

function jobsFor(random: Random, round: number, sold: readonly Sold[]): Job[] {
  const amount = () => `${random.whole(20, 900)}.${random.whole(10, 99)}`
  const charges = Array.from({ length: jobsOfARound }, (_, at): Job => ({
    kind: 'charge', merchantOrderId: `team-${round}-${at}`, amount: amount(), cardReference: random.pick(chargedCards),
  }))
  const refunds = sold.slice(0, jobsOfARound / 2).map((one): Job => ({ kind: 'refund', ...one, amount: '1.00' }))
  return [...charges, ...refunds]
}

function takeAim(random: Random): Aim {
  const afterMs = random.next() < 0.5 ? 0 : random.whole(1, 15)
  return { moment: random.pick(moments), nth: random.whole(1, jobsOfARound), afterMs }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
