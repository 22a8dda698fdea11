/** The links of a team's logs, of the values that a journal's own links are made of. */
import { isChainedEvent, type ChainedEvent } from '#shared/team/chain-text.ts'
import type { TeamContent } from '#shared/model/team.ts'
import { contentDigest, digestOf } from './log-digest.ts'

/**
 * The link of an event behind the one before it, as 64 hexadecimal digits. It covers the digest of the content, so that
 * content may go. Null when a value does not have its form.
 */
export function teamLink(event: ChainedEvent, previous: string): string | null {
  if (!isChainedEvent(event, previous)) return null
  const { deskId, number, eventId, entryId, kind, at, facts, contentDigest: digest } = event
  return digestOf([
    previous, number, 'event', deskId, eventId, entryId, kind, at, facts,
    digest === null ? null : Buffer.from(digest, 'hex'),
  ])
}

/** The digest of a content as it stands in a link. */
export function digestOfContent({ salt, body }: TeamContent): string {
  return contentDigest(Buffer.from(salt, 'hex'), body).toString('hex')
}
