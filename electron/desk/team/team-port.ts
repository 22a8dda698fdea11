import type { Environment } from '#shared/model/values/environment.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { TeamState } from '#shared/model/team/team-state.ts'
import type { Result } from '#shared/result.ts'
import type { TeamDraft } from '#shared/model/team/team.ts'
import type { Intent } from '../../journal/port.ts'
import type { Membership, TeamJournalPort } from '../../team/port.ts'
import type { NewDeskStatement } from './administration/desk-statements.ts'
import type { Alone } from './claims/working-alone.ts'
import type { Accepted } from './claims/claims.ts'
import type { Collisions } from './claims/collisions.ts'

/** The team of this desk, for the other folders of the desk. */
export interface Team {
  /** Opens the team of this desk, if any. It is not contacted before `resume`. */
  start(): void
  /** The desk is unlocked: the team is contacted from now on. */
  resume(): void
  /** The desk is locked: every connection ends at once, and nothing is claimed or delivered until `resume`. */
  rest(): void
  stop(): void
  /** Marks an intent that must claim: its merchant belongs to the team, and it creates an order or acts on one. */
  claiming(intent: Intent): Intent
  /** Whether nothing of this environment may be sent: production, while the team is a rehearsal. */
  refuses(environment: Environment): boolean
  /** Requests the permission for an intent that claims `before`. Only a success permits sending, and only at once. */
  claim(intent: Intent, accepted: Accepted): Promise<Result<null, Failure>>
  describe(): Promise<TeamState>
  /** Contacts the team now; returns the state after that. */
  contact(): Promise<TeamState>
  /** A team was joined or left: starts again with the current membership. */
  begin(): Promise<TeamState>
  /** People continue although the database went back in time: claims are possible again. Otherwise does nothing. */
  goOn(): Promise<Result<null, Failure>>
  /** See `Collisions.close`. */
  closeCollision: Collisions['close']
  /** A person admits another desk whose key was compared, or withdraws the admission. */
  stateOfDesk(statement: NewDeskStatement): Promise<Result<null, Failure>>
  /** Adds events to this desk's chain; they are delivered at the next contact. */
  append(drafts: readonly TeamDraft[]): Promise<Result<null, Failure>>
  /** The open team; null if this desk is in none. */
  journal(): TeamJournalPort | null
  membership(): Membership | null
  /** See `Alone.allow`; for this desk. */
  allowAlone(request: Omit<Parameters<Alone['allow']>[0], 'label'>): Promise<Result<null, Failure>>
  readonly alone: Alone
}
