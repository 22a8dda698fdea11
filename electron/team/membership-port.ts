import type { DeskId } from '#shared/brands.ts'
import type { TeamAddress } from '#shared/model/team/team-state.ts'
import type { Result } from '#shared/result.ts'

/**
 * The 32 bytes by which a desk authenticates; null if they were lost. Read when needed and not stored here. SECURITY:
 * they are never sent in clear, not even to the server, which receives their SHA-256 when the desk joins.
 */
export type DeskSecret = () => Promise<Buffer | null>

/** The team of this desk. */
export interface Membership {
  readonly deskId: DeskId
  readonly label: string
  readonly address: TeamAddress
  /** True for a rehearsal, which was marked when it was created: it refuses production. */
  readonly rehearsal: boolean
}

/** Stores the team of this desk. It contains no secret. */
export interface MembershipPort {
  /** Null without a team; `unreadable` if the file cannot be read, so that the team is not known. */
  read(): Membership | null | 'unreadable'
  /** Replaces the membership; null for none. On failure the old one stays, in memory and on the disk. */
  save(membership: Membership | null): Result<null, { readonly code: 'team-unwritable'; readonly detail: string }>
}
