/** Everything that changes a team journal: joining, claiming and delivering. */
import { setTimeout as wait } from 'node:timers/promises'
import type { DeskId, EntryId, TeamEventId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { firstLink, type SeenDesk } from '#shared/team/chain-text.ts'
import type { TeamDraft } from '#shared/model/team/team.ts'
import { createDeadline } from '../common/processes/deadline.ts'
import type { TextRow } from './connection.ts'
import { chainDrafts } from './drafts.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import { holderOf } from './holders.ts'
import { schemaVersion } from './migrations/index.ts'
import type { ChainPosition, ClaimVerdict, Joined, JoiningDesk, Published } from './port.ts'
import { asProven, digestOfSecret, type Writing } from './proving.ts'
import { count, jsonTexts, text, utc, utcOf } from './rows.ts'
import type { Session } from './session.ts'

/** Longer than any single attempt, so that an attempt with an unknown result is always repeated. */
const answerWithinMs = 20_000
const mostDrafts = 200

/** Registers a desk, or identifies it, and compares the ends of the chains with the last read events. */
export async function joinDesk(
  writing: Writing, { deskId, label, publicKey, at, rehearsal }: JoiningDesk,
  acknowledged: ChainPosition, seen: readonly SeenDesk[],
): Promise<Result<Joined, TeamFailure>> {
  const { session, secret } = writing
  const digest = await digestOfSecret(secret)
  if (!digest.ok) return digest
  const joined = await change(session,
    'SELECT number, link, admitted FROM team_journal.join_desk($1, $2, $3, $4, $5, $6)',
    [schemaVersion, deskId, label, publicKey, digest.value, rehearsal],
  )
  if (!joined.ok) return joined
  const found = positionIn(joined.value[0])
  if (joined.value[0]?.admitted !== 't') return success({ kind: 'not-admitted', position: found })
  const begins = found.number === 0 && acknowledged.number === 0
  // The event's id is the desk's id, so that it is the same at every attempt.
  const begun = begins
    ? await publishDrafts(writing, deskId, found, [
      { eventId: deskId as string as TeamEventId, entryId: null, kind: 'joined', at, facts: { record: { label, publicKey } }, content: null },
    ])
    : success({ position: found })
  if (!begun.ok) return begun
  const { position } = begun.value
  const missing = await desksThatWentBack(session, [...seen, { deskId, ...acknowledged }])
  if (!missing.ok) return missing
  const { shorter, otherwise } = missing.value
  if (otherwise.includes(deskId)) return success({ kind: 'forked', position })
  const missingOf = [...shorter, ...otherwise]
  return success(missingOf.length > 0 ? { kind: 'went-back', position, missingOf } : { kind: 'current', position })
}

/** Desks whose chain ends before the last event that was read, and desks with another event at that number. */
export async function desksThatWentBack(
  session: Session, seen: readonly SeenDesk[],
): Promise<Result<{ readonly shorter: readonly DeskId[]; readonly otherwise: readonly DeskId[] }, TeamFailure>> {
  const known = seen.filter(({ number }) => number > 0)
  const found = await session.query(
    `SELECT v.desk_id, e.link IS NULL AS shorter FROM unnest($1::text[], $2::bigint[], $3::text[]) v(desk_id, number, link)
      LEFT JOIN team_journal.event e ON e.desk_id = v.desk_id AND e.number = v.number
      WHERE e.link IS DISTINCT FROM v.link`,
    [known.map(({ deskId }) => deskId), known.map(({ number }) => number), known.map(({ link }) => link)],
  )
  if (!found.ok) return found
  const idsWhere = (shorter: string) =>
    found.value.filter((row) => row.shorter === shorter).map((row) => text<DeskId>(row, 'desk_id'))
  return success({ shorter: idsWhere('t'), otherwise: idsWhere('f') })
}

/**
 * Claims, and repeats a claim with an unknown result, with the same ids, until there is a verdict or the time is over.
 * A query whether the claim exists would prove nothing, as the first attempt may still commit.
 */
export async function makeClaim(
  writing: Writing, deskId: DeskId, after: ChainPosition, draft: TeamDraft, deadlineMs = answerWithinMs,
): Promise<Result<ClaimVerdict, TeamFailure>> {
  if (draft.entryId === null || draft.facts.claim === undefined) throw new TypeError('the event claims nothing')
  const { events, position } = chainDrafts(deskId, after, [draft])
  const answer = await repeatWhileUnknown(() => asProven(writing, deskId, () => change(writing.session,
    `SELECT verdict, holder, ${utc('at')} AS at, round, key, seen FROM team_journal.claim($1, $2, $3)`,
    [schemaVersion, deskId, JSON.stringify(events[0])],
  )), deadlineMs)
  return answer.ok ? await verdictIn(writing.session, answer.value[0] ?? {}, position) : answer
}

/** Delivers events in order. Existing ones are skipped, so a delivery with an unknown result is repeated. */
export async function publishDrafts(
  writing: Writing, deskId: DeskId, after: ChainPosition, drafts: readonly TeamDraft[],
): Promise<Result<Published, TeamFailure>> {
  if (drafts.length > mostDrafts) throw new RangeError('too many events at once')
  const { events, position } = chainDrafts(deskId, after, drafts)
  const answer = await repeatWhileUnknown(() => asProven(writing, deskId, () => change(writing.session,
    'SELECT to_json(collisions) AS collisions, to_json(not_closed) AS not_closed FROM team_journal.publish($1, $2, $3)',
    [schemaVersion, deskId, JSON.stringify(events)],
  )), answerWithinMs)
  if (!answer.ok) return answer
  const row = answer.value[0] ?? {}
  return success({
    position, collisions: jsonTexts<EntryId>(row, 'collisions'), notClosed: jsonTexts<EntryId>(row, 'not_closed'),
  })
}

/**
 * Calls a function of the schema. On a version mismatch, determines whether the schema must be upgraded or this
 * application updated.
 */
async function change(session: Session, sql: string, values: readonly unknown[]): ReturnType<Session['query']> {
  const answer = await session.query(sql, values)
  if (answer.ok || answer.failure.code !== 'schema-newer') return answer
  const found = await session.query('SELECT coalesce(max(number), 0) AS number FROM team_journal.version')
  const isOlder = found.ok && count(found.value[0] ?? {}, 'number') < schemaVersion
  return isOlder ? failed(teamFailure('schema-older', answer.failure)) : answer
}

/** Repeats an idempotent call while it is not known whether it had an effect. */
async function repeatWhileUnknown(
  call: () => ReturnType<Session['query']>, deadlineMs: number,
): ReturnType<Session['query']> {
  const deadline = createDeadline(deadlineMs)
  let isUnknown = false
  try {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await call()
      if (answer.ok) return answer
      isUnknown ||= answer.failure.mayHaveHappened
      const failure = { ...answer.failure, mayHaveHappened: isUnknown }
      // If the call certainly changed nothing, it is not repeated, and the person sees the failure at once.
      if (!isUnknown || deadline.signal.aborted || !isTemporary(failure)) return failed(failure)
      await wait(Math.min(50 * 2 ** attempt, 2_000), null, { signal: deadline.signal }).catch(() => null)
      if (deadline.signal.aborted) return failed(failure)
    }
  } finally {
    deadline.cancel()
  }
}

async function verdictIn(
  session: Session, row: TextRow, position: ChainPosition,
): Promise<Result<ClaimVerdict, TeamFailure>> {
  const verdict = text<ClaimVerdict['kind']>(row, 'verdict')
  if (verdict === 'won') return success({ kind: 'won', position, round: count(row, 'round'), at: utcOf(row, 'at') })
  if (verdict === 'closed') return success({ kind: 'closed', position })
  const holder = await holderOf(session, text<EntryId>(row, 'holder'))
  // The claim was certainly refused, even if the query for the holder failed.
  if (!holder.ok) return failed({ ...holder.failure, mayHaveHappened: false })
  // The holder was committed, so it can only be missing if the database went back in time.
  if (holder.value === null) return failed(teamFailure('unexpected'))
  return success(verdict === 'taken'
    ? { kind: 'taken', holder: holder.value }
    : { kind: 'duplicate', holder: holder.value, key: text(row, 'key'), seen: count(row, 'seen') })
}

/** Failures after which another attempt may succeed. */
function isTemporary({ code }: TeamFailure): boolean {
  return ['unreachable', 'connection-lost', 'not-a-database', 'connection-dropped', 'too-slow', 'busy', 'shutting-down', 'contended', 'commit-unknown',
    'unexpected'].includes(code)
}

/** The position in a row with `number` and `link`, which are null before the first event. */
export function positionIn(row: TextRow = {}): ChainPosition {
  return row.number == null ? { number: 0, link: firstLink } : { number: count(row, 'number'), link: text(row, 'link') }
}
