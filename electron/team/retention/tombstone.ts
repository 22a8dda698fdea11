/** What is left of the content of an event that retention removed: what it claimed, and how its entry stood then. */
import { teamBodySchema, type TeamBody } from '#shared/model/team.ts'
import { digestOf } from '../drafts.ts'

/** No desk writes such a body: the schema of bodies knows no such name. */
export const tombstoneStart = '{"removed":true'

/** Whether the content of an event was removed; that it says so proves nothing. */
export function isTombstone(body: string): boolean {
  return body.startsWith(tombstoneStart)
}

/**
 * The body of the tombstone of an event, itself for one; null for a content that cannot be read. The claim stays, so
 * that a merchant order id is never free again; possible duplicates stay as digests.
 */
export function tombstoneBody(body: string): string | null {
  if (isTombstone(body)) return body
  const read = bodyIn(body)
  if (read === null) return null
  const { claim, closes, state } = read
  return JSON.stringify({
    removed: true,
    ...(claim !== undefined && {
      claim: { slot: claim.slot, duplicates: claim.duplicates.map(({ key }) => ({ digest: digestOf(key) })) },
    }),
    ...(closes !== undefined && { closes }),
    ...(state !== undefined && { state }),
  })
}

function bodyIn(body: string): TeamBody | null {
  try {
    return teamBodySchema.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}
