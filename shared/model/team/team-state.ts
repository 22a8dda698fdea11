/** The state of this desk in its team, and the values that a person enters to join one. */
import { holdsCardNumber } from '../../gateway/numbers/luhn.ts'
import { deskIdSchema, entryIdSchema, merchantKeySchema, utcTimeSchema } from '../values/branded.ts'
import { authoritiesTextSchema } from '../keys/certificate-authorities.ts'
import { furtherServersSchema, hostSchema, portSchema } from './team-servers.ts'
import { entryStateSchema } from './team.ts'
import { z } from '../values/zod.ts'

export const longestDeskLabel = 60
export const longestTeamPassword = 1_024
/** The minimum age in months of events that are removed for all desks. */
export const leastTeamMonths = 12
export const mostTeamMonths = 240

/** The limits of the age in minutes from which a person may close a claim by hand; an administrator sets it. */
export const leastWaitingMinutes = 15
export const mostWaitingMinutes = 10_080

/** A profile may work alone for a day at most; then an administrator has to permit it again. */
export const mostAloneMinutes = 1_440

/** The address of a team's database, and the user of this desk. None of it is secret. */
export const teamAddressSchema = z.object({
  host: hostSchema,
  port: portSchema,
  /** Servers that may replace it: the first one that accepts changes is used. */
  furtherServers: furtherServersSchema.optional(),
  database: z.string().trim().min(1).max(63),
  user: z.string().trim().min(1).max(63),
  /** Certificate authorities as PEM, which replace the system's; empty for the system's. */
  authorities: authoritiesTextSchema,
  /** The certificate (PEM) with which this desk logs in, with its issuers' certificates. Its key is in the vault. */
  clientCertificate: authoritiesTextSchema.optional(),
})
export type TeamAddress = z.infer<typeof teamAddressSchema>
/** The address in an invitation: user and client certificate differ for each desk. */
export const invitedAddressSchema = teamAddressSchema.omit({ user: true, clientCertificate: true })

/** SECURITY: a desk's name is shown and stored unencrypted. */
export const deskLabelSchema = z.string().trim().min(1).max(longestDeskLabel).refine((name) => !holdsCardNumber(name))

/** Why the team cannot be queried: a code of `electron/team/failure.ts`, its sentence, and the server's own code. */
const teamProblemSchema = z.object({ code: z.string(), detail: z.string(), technical: z.string().nullable() })

/** The holder of a slot that another desk claimed. */
export const teamHolderSchema = z.object({
  entryId: entryIdSchema,
  deskId: deskIdSchema,
  deskLabel: z.string(),
  /** The person's login at the database, and their name at the desk. */
  login: z.string(),
  who: z.string(),
  since: utcTimeSchema,
  /** The newest delivered state; null before the first. */
  state: entryStateSchema.nullable(),
})
export type TeamHolder = z.infer<typeof teamHolderSchema>

/** The state of the connection. Claims, and therefore sends, are possible only while it is `connected`. */
const teamConnectionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connecting') }),
  z.object({ kind: z.literal('connected') }),
  /** `lastAt`: the last time that the team answered; null if it has not in this run. */
  z.object({ kind: z.literal('unreachable'), problem: teamProblemSchema, lastAt: utcTimeSchema.nullable() }),
  /**
   * The database was restored to an older state: missing events are published again, and nothing is claimed until an
   * administrator continues. `missingOf`: names of desks; an unknown one by the beginning of its id.
   */
  z.object({ kind: z.literal('went-back'), missingOf: z.array(z.string()).readonly() }),
  /** The database has other events in place of this desk's: its journal was copied or restored. Nothing is written. */
  z.object({ kind: z.literal('forked') }),
  /** An administrator has not admitted this desk, or withdrew the admission: it can neither claim nor deliver. */
  z.object({ kind: z.literal('not-admitted'), isWithdrawn: z.literal(true).optional() }),
])
export type TeamConnection = z.infer<typeof teamConnectionSchema>

/** A merchant whose profile works alone: its requests are not claimed before they are sent. */
const workingAloneSchema = z.object({
  merchantKey: merchantKeySchema,
  deskLabel: z.string(),
  isThisDesk: z.boolean(),
  who: z.string(),
  reason: z.string(),
  until: utcTimeSchema,
})
export type WorkingAlone = z.infer<typeof workingAloneSchema>

/** A desk that may not write until an administrator admits it. `fingerprint` null: it has no key to compare. */
const waitingDeskSchema = z.object({
  deskId: deskIdSchema, label: z.string(), login: z.string(), fingerprint: z.string().nullable(),
})
export type WaitingDesk = z.infer<typeof waitingDeskSchema>

/** The progress of copying other desks' logs to this computer, where the history reads them. */
const copiedLogsSchema = z.object({
  /** When the copies were last complete; null before the first time. */
  upToDateAt: utcTimeSchema.nullable(),
  /** Events of other desks that are still to be copied. */
  waiting: z.number().int(),
  /** Why copying stopped: too little space on the disk, or the file of the copies cannot be used. */
  stopped: z.enum(['disk-full', 'unusable']).nullable(),
  /** Names of desks whose log contradicts the copied one; copying them has stopped. */
  contradicted: z.array(z.string()).readonly(),
})
export type CopiedLogs = z.infer<typeof copiedLogsSchema>

/** The state of this desk in its team. */
export const teamStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({
    state: z.literal('member'),
    deskId: deskIdSchema,
    label: z.string(),
    /** Of the key that signs this desk's events, for a colleague to compare. Null without a key. */
    fingerprint: z.string().nullable(),
    address: teamAddressSchema,
    /** True if the team was created as a rehearsal: it refuses production. */
    rehearsal: z.boolean(),
    connection: teamConnectionSchema,
    /** The number of this desk's undelivered events. */
    waiting: z.number().int(),
    /** The number of events from before this desk joined that are still to be published. */
    historyWaiting: z.number().int(),
    /** Merchants that work alone, on this desk and, as far as known, on others. */
    alone: z.array(workingAloneSchema).readonly(),
    /** Entries of this desk that collide with another desk's: both were sent. */
    collisions: z.array(entryIdSchema).readonly(),
    /** Desks that wait to be admitted, as far as known: the first `mostWaitingDesks`, and the number of the others. */
    notAdmitted: z.array(waitingDeskSchema).readonly(), moreNotAdmitted: z.number().int(),
    copied: copiedLogsSchema,
    /** True if payout destinations can be compared with those of other desks; null if not known. */
    comparesDestinations: z.boolean().nullable(),
  }),
])
export type TeamState = z.infer<typeof teamStateSchema>
export type TeamMember = Extract<TeamState, { state: 'member' }>

/** Why the tables were not created. `lost`: the reply was lost, so they may have been created. */
export const tablesObstacles = [
  'address', 'encryption', 'certificate-untrusted', 'certificate-wrong-name', 'certificate-expired', 'login', 'database',
  'rights', 'role', 'newer-tables', 'read-only', 'disk-full', 'busy', 'no-rehearsal', 'encoding', 'lost', 'other',
] as const
export type TablesObstacle = (typeof tablesObstacles)[number]

export const teamTestStepNames = ['reach', 'encryption', 'login', 'session', 'version', 'schema', 'rights', 'clock'] as const

export type TeamTestStepName = typeof teamTestStepNames[number]

/** The results of a connection test, in order; it stops at the first step that fails. */
export const teamTestSchema = z.array(z.object({
  step: z.enum(teamTestStepNames), result: z.enum(['ok', 'warning', 'failed']), detail: z.string(),
})).readonly()
export type TeamTestSteps = z.infer<typeof teamTestSchema>
