/** Puts the team journal together: what is read goes over a connection of its own, so that no search delays a claim. */
import { failed } from '#shared/result.ts'
import { teamFailure } from './failure.ts'
import { readPage } from './history.ts'
import { composeSignedHead } from './heads.ts'
import { findOpenClaims } from './holders.ts'
import { installSchema } from './install.ts'
import type { TeamJournalPort, TeamLogin, TeamsPort } from './port.ts'
import { readCollisions, readDesks, readEntry, readFeed, readOrder } from './reading.ts'
import { openSession, type Session } from './session.ts'
import { testConnection } from './test-connection.ts'
import { verifyTeam } from './verify/verify.ts'
import { joinDesk, makeClaim, publishDrafts } from './writing.ts'

/** A search that takes longer is not worth its place among others. */
const searchWithinMs = 2_000
const verifyWithinMs = 60_000

/** The databases of teams. */
export function createTeams(): TeamsPort {
  return { test: testConnection, install: installSchema, open: openTeam }
}

function openTeam(login: TeamLogin): TeamJournalPort {
  const writing = openSession(login)
  const reading = openSession(login, { statementMs: searchWithinMs })
  /** Those of verifications under way. */
  const verifying = new Set<Session>()
  return {
    join: (desk, acknowledged, seen) => joinDesk(writing, desk, acknowledged, seen),
    claim: (deskId, position, draft, deadlineMs) => makeClaim(writing, deskId, position, draft, deadlineMs),
    publish: (deskId, position, drafts) => publishDrafts(writing, deskId, position, drafts),
    composeHead: (deskId, position, at, seen, sign) => composeSignedHead(writing, deskId, position, at, seen, sign),
    feed: (seen) => readFeed(reading, seen),
    page: (query, after, limit) => readPage(reading, query, after, limit),
    desks: () => readDesks(reading),
    entry: (entryId) => readEntry(reading, entryId),
    collisions: (deskId) => readCollisions(reading, deskId),
    order: (merchantKey, ids) => readOrder(reading, merchantKey, ids),
    openClaims: (merchantKeys) => findOpenClaims(reading, merchantKeys),
    async verify(known, onProgress, signal) {
      const session = openSession(login, { statementMs: verifyWithinMs, answerMs: verifyWithinMs })
      const stop = () => { session.close() }
      verifying.add(session)
      // A statement under way may take a minute.
      signal?.addEventListener('abort', stop)
      try {
        const verified = await verifyTeam(session, known, onProgress, signal)
        return !verified.ok && signal?.aborted === true ? failed(teamFailure('cancelled')) : verified
      } finally {
        signal?.removeEventListener('abort', stop)
        verifying.delete(session)
        session.close()
      }
    },
    async close() {
      for (const session of [writing, reading, ...verifying]) session.close()
    },
  }
}
