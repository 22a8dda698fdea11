/** What is asked of a removal from the team journal, and what a desk proposes. */
import type { UtcTime } from '#shared/brands.ts'
import type { TeamDraft } from '../port.ts'

/** What retention may remove, who asks for it, and why. */
export interface RemovalRequest {
  /** What is removed is older, by the clocks of its desk and of the server; a year ago at least. */
  readonly before: UtcTime
  readonly at: UtcTime
  readonly who: string
  readonly reason: string
}

/** The checkpoints that a desk publishes for a removal, with the number of entries and events that they name. */
export interface ProposedRemoval {
  readonly drafts: readonly TeamDraft[]
  readonly entries: number
  readonly events: number
  /** More may go: propose it again. */
  readonly more: boolean
}
