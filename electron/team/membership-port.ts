import type { DeskId } from '#shared/brands.ts'
import type { TeamAddress } from '#shared/model/team-state.ts'
import type { Result } from '#shared/result.ts'

/**
 * The 32 bytes by which a desk proves itself; null where they were lost. Asked for when they are needed and kept
 * nowhere. SECURITY: they are handed to nobody, the server neither: it learns their SHA-256 when the desk joins.
 */
export type DeskSecret = () => Promise<Buffer | null>

/** Which team this desk is in. */
export interface Membership {
  readonly deskId: DeskId
  readonly label: string
  readonly address: TeamAddress
  /** A team for trying, marked so when it was created: it refuses production. */
  readonly rehearsal: boolean
}

/** Keeps which team this desk is in. No secret is among it. */
export interface MembershipPort {
  /** Null in no team, and `unreadable` where a file is there that cannot be read: then nobody knows which. */
  read(): Membership | null | 'unreadable'
  /** Replaces it, null for none; on failure the old one stays, in memory and on the disk. */
  save(membership: Membership | null): Result<null, { readonly code: 'team-unwritable'; readonly detail: string }>
}
