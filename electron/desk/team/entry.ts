/** One entry of the team, whichever desk sent it: what was sent, and everything that the desks told of it. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { teamBodySchema, type TeamBody } from '#shared/model/team.ts'
import { teamRequestSchema, type TeamEntry } from '#shared/model/team-history.ts'
import { z } from '#shared/model/zod.ts'
import { failed, success } from '#shared/result.ts'
import type { LabelledEvent } from '../../team/port.ts'
import { foreignEvent } from './foreign-event.ts'
import { teamUnavailable } from './joining.ts'
import { isEntryOfTeam } from './reading.ts'
import type { Team } from './team.ts'

const releaseSchema = z.object({ releasesHold: z.literal(true) })

interface ReadEvent extends LabelledEvent {
  readonly read: TeamBody
}

/** As the contract says; `no-such-entry` where no desk told it. */
export async function teamEntry(
  team: Team, { entryId }: ParsedInput<'team.entry'>,
): Promise<CallAnswer<'team.entry'>> {
  const [journal, member] = [team.journal(), team.membership()]
  if (journal === null || member === null) return failed({ code: 'no-team' })
  if (!isEntryOfTeam(entryId)) return failed({ code: 'no-such-entry' })
  const events = await journal.entry(entryId)
  if (!events.ok) return failed(teamUnavailable(events.failure))
  const read = events.value.map((event): ReadEvent => ({ ...event, read: bodyIn(event.body) }))
  const first = read.find(({ read: { entry } }) => entry !== undefined)
  const about = read.findLast(({ read: { entry } }) => entry !== undefined)?.read.entry
  if (first === undefined || about === undefined) return failed({ code: 'no-such-entry' })
  const { deskId, deskLabel, login, receivedAt } = first
  return success({
    row: {
      ...about, entryId, deskId, deskLabel, login, at: receivedAt,
      state: read.findLast(({ read: { state } }) => state !== undefined)?.read.state ?? null,
      isThisDesk: deskId === member.deskId,
      ...(read.some(releasesHold) && { releasesHold: true }),
    },
    request: read.map(requestIn).find((request) => request !== null) ?? null,
    events: read.map((event) => ({
      deskId: event.deskId, deskLabel: event.deskLabel, number: event.number, kind: event.kind, at: event.at,
      receivedAt: event.receivedAt, login: event.login, state: event.read.state ?? null,
      event: foreignEvent(event.kind, event.at, event.read.record),
    })),
  })
}

/** SECURITY: what another desk, or the database's administrator, wrote is taken only in the form that it must have. */
function requestIn({ kind, read: { record } }: ReadEvent): TeamEntry['request'] {
  return kind === 'intent' || kind === 'claim' ? teamRequestSchema.safeParse(record).data ?? null : null
}

function releasesHold({ kind, read: { record } }: ReadEvent): boolean {
  return (kind === 'intent' || kind === 'claim') && releaseSchema.safeParse(record).success
}

function bodyIn(body: string): TeamBody {
  try {
    return teamBodySchema.safeParse(JSON.parse(body)).data ?? {}
  } catch {
    return {}
  }
}
