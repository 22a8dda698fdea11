/** The server is killed in the middle of claims and deliveries: everything acknowledged to a desk must exist. */
import type { EntryId } from '#shared/brands.ts'
import type { Cluster } from '../../../support/team/cluster.ts'
import { charge, joinAs, loginOf, outcome, sql, type TestDesk } from '../../../support/team/team.ts'
import type { Result } from '#shared/result.ts'
import type { TeamDraft } from '#shared/model/team/team.ts'
import type { TeamFailure } from '../../../../electron/team/port.ts'

/** The results of a run; all except the first three must be 0. */
export interface KillResult {
  readonly kills: number
  readonly claims: number
  readonly events: number
  /** Won and sent, but missing. */
  readonly believedAndLost: number
  readonly eventsLost: number
  readonly eventsDoubled: number
  /** Claims without a verdict although the server was back. */
  readonly withoutVerdict: number
}

interface Worked {
  readonly won: EntryId[]
  readonly delivered: TeamDraft[]
  withoutVerdict: number
}

/**
 * Desks send at least `claims` claims each, with two events after each, until the server was killed `kills` times.
 */
export async function runKills(
  cluster: Cluster, database: string, { desks, claims, kills }: { desks: number; claims: number; kills: number },
): Promise<KillResult> {
  const joined = await Promise.all(Array.from({ length: desks }, () => joinAs(loginOf(cluster, database, 'anna'))))
  let done = 0
  const work = Promise.all(joined.map((desk) => workOf(desk, (count) => count < claims || done < kills)))
  for (; done < kills; done += 1) {
    await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 250))
    await cluster.kill()
    await cluster.start()
  }
  const worked = await work
  await Promise.all(joined.map((desk) => desk.port.close()))
  return { kills: done, ...await compare(cluster, database, worked) }
}

async function workOf(desk: TestDesk, goesOn: (count: number) => boolean): Promise<Worked> {
  const worked: Worked = { won: [], delivered: [], withoutVerdict: 0 }
  for (let count = 0; goesOn(count); count += 1) {
    const claim = charge()
    const verdict = await untilAnswered(() => desk.claim(claim, 30_000))
    if (verdict?.kind !== 'won') {
      worked.withoutVerdict += 1
      continue
    }
    worked.won.push(claim.entryId!)
    worked.delivered.push(claim)
    const drafts = [outcome(claim.entryId, 'processing', false), outcome(claim.entryId, 'approved')]
    if (await untilAnswered(() => desk.publish(...drafts)) !== null) worked.delivered.push(...drafts)
  }
  return worked
}

/** As a desk does: repeats the same call until the server has answered it. */
async function untilAnswered<Value>(call: () => Promise<Result<Value, TeamFailure>>): Promise<Value | null> {
  const end = Date.now() + 90_000
  while (Date.now() < end) {
    const answer = await call()
    if (answer.ok) return answer.value
    if (answer.failure.code.startsWith('chain-')) throw new Error(answer.failure.code)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return null
}

async function compare(
  cluster: Cluster, database: string, worked: readonly Worked[],
): Promise<Omit<KillResult, 'kills'>> {
  const idsOf = async (statement: string) => (await sql(cluster, database, statement)).map(({ id }) => id as string)
  const claims = new Set(await idsOf('SELECT entry_id AS id FROM team_journal.claim'))
  const events = await idsOf(`SELECT event_id AS id FROM team_journal.event WHERE kind <> 'joined'`)
  const won = worked.flatMap((one) => one.won)
  const delivered = worked.flatMap((one) => one.delivered.map(({ eventId }) => eventId as string))
  const there = new Set(events)
  const gaps = await sql(cluster, database, 'SELECT 1 FROM team_journal.event GROUP BY desk_id HAVING max(number) <> count(*)')
  return {
    claims: won.length, events: delivered.length,
    believedAndLost: won.filter((id) => !claims.has(id)).length,
    eventsLost: delivered.filter((id) => !there.has(id)).length + gaps.length,
    eventsDoubled: events.length - there.size,
    withoutVerdict: worked.reduce((sum, one) => sum + one.withoutVerdict, 0),
  }
}
