import type { DeskId } from '#shared/brands.ts'
import type { TeamAddress } from '#shared/model/team/team-state.ts'
import type { Result } from '#shared/result.ts'

/**
 * The 32 bytes by which a desk proves itself; null where they were lost. Read when needed and never stored. SECURITY:
 * they are sent to no one, not even the server, which receives their SHA-256 when the desk joins.
 */
export type DeskSecret = () => Promise<Buffer | null>

/** The team of this desk. */
export interface Membership {
  readonly deskId: DeskId
  readonly label: string
  readonly address: TeamAddress
  /** A team for rehearsing, marked when it was created: it refuses production. */
  readonly rehearsal: boolean
}

/** Stores the team of this desk. It contains no secret. */
export interface MembershipPort {
  /** Null without a team, and `unreadable` for a file that cannot be read: the team is not known then. */
  read(): Membership | null | 'unreadable'
  /** Replaces it, null for none; on failure the old one stays, in memory and on the disk. */
  save(membership: Membership | null): Result<null, { readonly code: 'team-unwritable'; readonly detail: string }>
}
