import type { DeskId } from '#shared/brands.ts'
import type { OtherDesksPort } from './methods.ts'

export type { OtherDesksPort } from './methods.ts'

/** The copied logs of the other desks of this desk's team. */
export interface OtherDesks {
  /** The copies that `begin` opened; null in no team, and where they cannot be used. */
  port(): Promise<OtherDesksPort | null>
  /** Opens the copies that were made for a desk, or begins with none. Does nothing where they are open. */
  begin(ownDeskId: DeskId): void
  /** Ends and deletes them; rejects with what the disk refuses. */
  forget(): Promise<void>
  end(): Promise<void>
}
