/** Creates the team journal. Reading uses a separate connection, so that it does not delay claims. */
import type { DeskId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SeenDesk } from '#shared/team/chain-text.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import { composeSignedHead } from './heads.ts'
import { findOpenClaims } from './holders.ts'
import { installSchema } from './install.ts'
import type { DeskSecret, TeamJournalPort, TeamLogin, TeamsPort } from './port.ts'
import { isAdministrator, readAloneEvents, readClosedElsewhere, readCollisions, readDesks, readEntry, readFeed, readKeyEvents, readOrder } from './reading.ts'
import { proposeRemoval } from './retention/propose.ts'
import { openSession, type Session } from './session.ts'
import { testConnection } from './test-connection.ts'
import { readWaitingTime, setWaitingTime } from './waiting-time.ts'
import { verifyTeam } from './verify/verify.ts'
import type { Writing } from './proving.ts'
import { desksThatWentBack, joinDesk, makeClaim, publishDrafts } from './writing.ts'

/** The time limit of a reading statement. */
const readWithinMs = 5_000
const verifyWithinMs = 60_000
/** The time limit of a removal: searching a million entries for removable content takes long. */
const removalWithinMs = 600_000

/** Creates the access to the databases of teams. */
export function createTeams(): TeamsPort {
  return { test: testConnection, install: installSchema, open: openTeam }
}

/** Runs work that reads everything over a separate connection, with a long time limit for statements. */
export async function throughAll<Value>(
  login: TeamLogin, work: (session: Session) => Promise<Value>, withinMs = removalWithinMs,
): Promise<Value> {
  const session = openSession(login, { statementMs: withinMs, answerMs: withinMs })
  try {
    return await work(session)
  } finally {
    session.close()
  }
}

function openTeam(login: TeamLogin, secret: DeskSecret): TeamJournalPort {
  const reading = openSession(login, { statementMs: readWithinMs })
  // If the server no longer accepts changes, both sessions connect again, to the server that replaced it.
  const session = openSession(login, {}, () => { reading.drop() })
  /** The newest events that the database had when they were last compared. */
  let known: readonly SeenDesk[] = []
  const remember = (seen: readonly SeenDesk[], missingOf: readonly DeskId[]) => {
    known = seen.filter(({ deskId }) => !missingOf.includes(deskId))
  }
  const writing: Writing = {
    session, secret,
    async compare() {
      const back = await desksThatWentBack(session, known)
      if (!back.ok) return back
      return back.value.shorter.length + back.value.otherwise.length === 0 ? success(null) : failed(teamFailure('went-back'))
    },
  }
  /** The sessions of running work that reads the whole journal. */
  const thorough = new Set<Session>()
  const through = <Value>(
    work: (session: Session) => Promise<Result<Value, TeamFailure>>,
    { signal, withinMs }: { readonly signal?: AbortSignal | undefined; readonly withinMs?: number } = {},
  ): Promise<Result<Value, TeamFailure>> => throughAll(login, async (session) => {
    const stop = () => { session.close() }
    thorough.add(session)
    // Closing the session ends a running statement, which may take a minute.
    signal?.addEventListener('abort', stop)
    try {
      const done = await work(session)
      return !done.ok && signal?.aborted === true ? failed(teamFailure('cancelled')) : done
    } finally {
      signal?.removeEventListener('abort', stop)
      thorough.delete(session)
    }
  }, withinMs)
  return {
    async join(desk, acknowledged, seen) {
      // What is missing then is part of the answer.
      remember([], [])
      const joined = await joinDesk(writing, desk, acknowledged, seen)
      if (joined.ok) remember(seen, joined.value.kind === 'went-back' ? joined.value.missingOf : [])
      return joined
    },
    claim: (deskId, position, draft, deadlineMs) => makeClaim(writing, deskId, position, draft, deadlineMs),
    publish: (deskId, position, drafts) => publishDrafts(writing, deskId, position, drafts),
    composeHead: (deskId, position, at, seen, sign) => composeSignedHead(session, deskId, position, at, seen, sign),
    async feed(seen, from) {
      const read = await readFeed(reading, seen, from)
      if (read.ok && from === undefined) remember(seen, read.value.wentBack)
      return read
    },
    desks: () => readDesks(reading),
    isAdministrator: () => isAdministrator(reading),
    waitingTime: () => readWaitingTime(reading),
    setWaitingTime: (minutes) => setWaitingTime(session, minutes),
    keyEvents: () => readKeyEvents(reading),
    aloneEvents: () => readAloneEvents(reading),
    entry: (entryId) => readEntry(reading, entryId),
    closedElsewhere: (own, entryIds) => readClosedElsewhere(reading, own, entryIds),
    collisions: (deskId) => readCollisions(reading, deskId),
    order: (merchantKey, ids) => readOrder(reading, merchantKey, ids),
    openClaims: (merchantKeys, which) => findOpenClaims(reading, merchantKeys, which),
    verify: (known, onProgress, signal) =>
      through((session) => verifyTeam(session, known, onProgress, signal), { signal, withinMs: verifyWithinMs }),
    proposeRemoval: (known, request) => through((session) => proposeRemoval(session, known, request)),
    async close() {
      for (const one of [session, reading, ...thorough]) one.close()
    },
  }
}
