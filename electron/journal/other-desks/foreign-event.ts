import type { TeamContent } from '#shared/model/team.ts'
import type { ChainedEvent } from '#shared/team/chain-text.ts'

/** An event as the team has it, with its link, and its content where that is there. */
export interface ForeignEvent extends ChainedEvent {
  readonly link: string
  readonly content: TeamContent | null
}
