import type { DeskId } from '#shared/brands.ts'
import type { OtherDesksPort } from './methods.ts'

export type { OtherDesksPort } from './methods.ts'

/** The copied logs of the other desks of this desk's team. */
export interface OtherDesks {
  /** The copies that `begin` opened; null without a team, or if they cannot be used. */
  port(): Promise<OtherDesksPort | null>
  /** Opens the copies of a desk, or creates an empty file. Does nothing if they are open. */
  begin(ownDeskId: DeskId): void
  /** Closes and deletes the copies; rejects with errors of the disk. */
  forget(): Promise<void>
  end(): Promise<void>
}
