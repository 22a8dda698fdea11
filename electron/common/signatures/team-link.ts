/** The links of a team's logs, computed from the same values as a journal's own links. */
import { isChainedEvent, type ChainedEvent } from '#shared/team/chain-text.ts'
import type { TeamContent } from '#shared/model/team/team.ts'
import { contentDigest, digestOf } from './log-digest.ts'

/**
 * The link of an event after the one before it, as 64 hexadecimal digits. It covers only the digest of the content, so
 * that content can be removed. Null if a value is not well formed.
 */
export function teamLink(event: ChainedEvent, previous: string): string | null {
  if (!isChainedEvent(event, previous)) return null
  const { deskId, number, eventId, entryId, kind, at, facts, contentDigest: digest } = event
  return digestOf([
    previous, number, 'event', deskId, eventId, entryId, kind, at, facts,
    digest === null ? null : Buffer.from(digest, 'hex'),
  ])
}

/** The digest of a content as used in a link. */
export function digestOfContent({ salt, body }: TeamContent): string {
  return contentDigest(Buffer.from(salt, 'hex'), body).toString('hex')
}
