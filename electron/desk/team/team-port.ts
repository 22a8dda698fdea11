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

/** The team that this desk is in, for the rest of the desk. */
export interface Team {
  /** Opens the team of this desk, if any; it is not contacted before `resume`. */
  start(): void
  /** The desk is open: the team is contacted from now on. */
  resume(): void
  /** The desk is locked: every connection ends at once, and nothing is claimed or delivered until `resume`. */
  rest(): void
  stop(): void
  /** How an intent claims: its merchant is the team's, and it creates an order or acts on one. */
  claiming(intent: Intent): Intent
  /** Whether nothing of this environment is sent at all: production, while the team is a rehearsal. */
  refuses(environment: Environment): boolean
  /** The permission to send an intent that claims `before`: only a success permits it, and at once. */
  claim(intent: Intent, accepted: Accepted): Promise<Result<null, Failure>>
  describe(): Promise<TeamState>
  /** Connects now; returns the state after that. */
  contact(): Promise<TeamState>
  /** A team was joined or left: begins again with the present membership. */
  begin(): Promise<TeamState>
  /** People have seen that the database went back in time: claims are possible again. Does nothing where it did not. */
  goOn(): Promise<Result<null, Failure>>
  /** As `Collisions.close`. */
  closeCollision: Collisions['close']
  /** A person admits another desk whose key was compared, or withdraws that. */
  stateOfDesk(statement: NewDeskStatement): Promise<Result<null, Failure>>
  /** Adds own events to this desk's chain; they are delivered with the next contact. */
  append(drafts: readonly TeamDraft[]): Promise<Result<null, Failure>>
  /** The open team; null in none. */
  journal(): TeamJournalPort | null
  membership(): Membership | null
  /** As `Alone.allow`, for this desk. */
  allowAlone(request: Omit<Parameters<Alone['allow']>[0], 'label'>): Promise<Result<null, Failure>>
  readonly alone: Alone
}
