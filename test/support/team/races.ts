/**
 * Desks that claim the same thing at the same moment. Each race must have one winner, whose name all others
 * receive.
 */
import { charge, must, newId, outcome, refund, type TestDesk } from './team.ts'

export const races = ['merchant order id', 'order', 'order, one refund after another', 'possible duplicate'] as const
export type Race = (typeof races)[number]

/** The results of races: how many desks won each, and the answers other than won, taken and duplicate. */
export interface RaceResult {
  readonly winners: readonly number[]
  readonly others: readonly string[]
  /** Losers who received a holder that did not win. */
  readonly misled: number
}

/** Runs `count` races of these desks, each with all of them at once. */
export async function runRaces(race: Race, desks: readonly TestDesk[], count: number): Promise<RaceResult> {
  const winners: number[] = []
  const others: string[] = []
  let misled = 0
  const order = newId()
  for (let round = 0; round < count; round += 1) {
    const slot = race === 'order, one refund after another' ? order : newId()
    const claims = desks.map((desk) => ({ desk, claim: claimOf(race, slot) }))
    const verdicts = await Promise.all(
      claims.map(async ({ desk, claim }) => ({ desk, claim, verdict: await desk.claim(claim) })),
    )
    const won = verdicts.filter(({ verdict }) => verdict.ok && verdict.value.kind === 'won')
    winners.push(won.length)
    for (const { verdict } of verdicts) {
      if (!verdict.ok) others.push(`${verdict.failure.code} ${verdict.failure.technical}`)
      else if (verdict.value.kind === 'closed') others.push('closed')
      else if (verdict.value.kind !== 'won' && verdict.value.holder.entryId !== won[0]?.claim.entryId) misled += 1
    }
    if (race !== 'order, one refund after another') continue
    for (const { desk, claim } of won) must(await desk.publish(outcome(claim.entryId, 'declined')))
  }
  return { winners, others, misled }
}

function claimOf(race: Race, slot: string) {
  if (race === 'merchant order id') return charge({ merchantOrderId: slot })
  if (race === 'possible duplicate') return charge({ duplicates: [{ key: slot, seen: 0, atAnyAge: true }] })
  return refund(slot)
}
