/**
 * Two desks of a team try the same charges and refunds at the same moment, and are killed at every seam of claim,
 * delivery and request. Afterwards the ledger, both journals and the team's claims must agree.
 */
import type { OrderId } from '#shared/brands.ts'
import { merchant } from '../../../../electron/sandbox/requests/merchant.ts'
import type { Cluster } from '../../../support/team/cluster.ts'
import { newTeam, sql } from '../../../support/team/team.ts'
import { seeded, type Random } from '../../seed.ts'
import { tallyAttempts } from '../attempts.ts'
import { chargedCards } from '../charged-cards.ts'
import { compareTeam, type KeptClaim, type TeamMisses } from '../compare.ts'
import { besideGateway, type GatewayGround, type KillTest } from '../ground.ts'
import { seams, type FoundPayment, type Payment, type SeamAim } from '../messages.ts'
import { nameOf } from '../payments.ts'
import { deskOf } from './desk.ts'

const people = ['anna', 'ben'] as const
const chargesOfARound = 4

export interface TeamKillReport {
  readonly rounds: number
  readonly seed: number
  /** Kills by seam; rounds in which an aim was not met are under `none`. */
  readonly died: Readonly<Record<string, number>>
  /** How the reported attempts ended: `sent`, or the code of a refusal. */
  readonly ends: Readonly<Record<string, number>>
  readonly sent: number
  readonly charges: number
  readonly refunds: number
  readonly claims: number
  readonly misses: TeamMisses
}

/** Kills for this many rounds; compares at the end, when both desks have checked and delivered everything. */
export async function runTeamKills(cluster: Cluster, test: KillTest): Promise<TeamKillReport> {
  return await besideGateway('team-kill', (ground) => runRounds(ground, cluster, test))
}

async function runRounds(
  ground: GatewayGround, cluster: Cluster, { built, rounds, seed, onRound = () => undefined }: KillTest,
): Promise<TeamKillReport> {
  const database = await newTeam(cluster)
  const withoutClaim: string[] = []
  const desks = await Promise.all(people.map((user) =>
    deskOf(user, { ...ground, built, cluster, database, withoutClaim })))
  const random = seeded(seed)
  const attempts = tallyAttempts()
  const died: Record<string, number> = {}
  let sold: Sold[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await Promise.all(desks.map((desk) => desk.begin()))
    const charges = chargesOf(random, round)
    const refunds = sold.slice(0, chargesOfARound / 2)
    const tried = await Promise.all(desks.map((desk, index) => {
      const aim = index === round % desks.length || random.next() < 0.3 ? takeAim(random) : null
      const own = refunds.map((one, at) => refundOf(one, `${people[index]} ${round}-${at}`))
      return desk.tryAll([...charges, ...own], aim)
    }))
    for (const { diedAt } of tried) died[diedAt ?? 'none'] = (died[diedAt ?? 'none'] ?? 0) + 1
    const reported = tried.flatMap((one) => one.reported)
    for (const { attempt, refusal } of reported) attempts.reported(attempt, refusal)
    sold = charges.flatMap((charge) => reported.filter(({ attempt }) => attempt.name === nameOf(charge))
      .flatMap(({ orderId }) => orderId === null ? [] : { orderId, merchantOrderId: charge.values.merchantOrderId ?? '' }))
    await Promise.all(desks.map((desk) => desk.quiet()))
    onRound(round)
  }
  const payments: FoundPayment[] = []
  // In the second pass, each desk has read the first delivery of the other.
  for (const desk of [...desks, ...desks]) payments.push(...await desk.begin(true))
  const ledger = ground.ledger()
  const claims = await claimsIn(cluster, database)
  return {
    rounds, seed, died, ends: Object.fromEntries(attempts.figures().firstAttempts[0]),
    sent: desks.reduce((sum, desk) => sum + desk.passed(), 0), claims: claims.length,
    charges: ledger.filter(({ order }) => order !== undefined).length,
    refunds: ledger.filter(({ transaction }) => transaction !== undefined).length,
    misses: compareTeam(ledger, payments, { claims, withoutClaim }),
  }
}

async function claimsIn(cluster: Cluster, database: string): Promise<KeptClaim[]> {
  return await sql(cluster, database, `SELECT c.entry_id AS "entryId", c.kind, k.state AS closed
    FROM team_journal.claim c LEFT JOIN team_journal.closing k ON k.entry_id = c.entry_id`) as unknown as KeptClaim[]
}

interface Sold {
  readonly orderId: OrderId
  readonly merchantOrderId: string
}

function chargesOf(random: Random, round: number): Payment[] {
  const amount = () => `${random.whole(20, 900)}.${random.whole(10, 99)}`
  return Array.from({ length: chargesOfARound }, (_, at): Payment => ({
    operation: 'recurrent-payment',
    values: {
      merchantOrderId: `team-${round}-${at}`, amount: amount(), currency: merchant.currency,
      cardReference: random.pick(chargedCards), orderDescription: 'Subscription', customerIpAddress: '203.0.113.9',
    },
  }))
}

/** The comment is unique to this attempt, so that the ledger shows which desk's refund was carried out. */
function refundOf(sold: Sold, comment: string): Payment {
  return { operation: 'return', values: { ...sold, amount: '1.00', currency: merchant.currency, comment } }
}

function takeAim(random: Random): SeamAim {
  const afterMs = random.next() < 0.5 ? 0 : random.whole(1, 15)
  return { seam: random.pick(seams), nth: random.whole(1, chargesOfARound), afterMs }
}
