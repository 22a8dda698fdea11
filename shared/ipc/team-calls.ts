/** The part of the bridge's contract that is about a team of desks and its journal. */
import { deskIdSchema, entryIdSchema, profileIdSchema } from '../model/values/branded.ts'
import { fingerprintSchema } from '../model/values/fingerprint.ts'
import { authoritiesTextSchema, certificateFactsSchema } from '../model/keys/certificate-authorities.ts'
import { orderKeySchema } from '../model/payments/order.ts'
import { teamClaimViewSchema, teamOrderSchema, teamVerificationSchema } from '../model/team/team-history.ts'
import {
  deskLabelSchema, leastTeamMonths, leastWaitingMinutes, longestTeamPassword, mostAloneMinutes, mostTeamMonths,
  invitedAddressSchema, mostWaitingMinutes, teamAddressSchema,
  teamStateSchema, teamTestSchema,
} from '../model/team/team-state.ts'
import { z } from '../model/values/zod.ts'
import { reason, writeOnly } from './parts.ts'
import { call } from './authority.ts'
import { always, administrator, asking, person, proving, whereProductionIs, worksAlone } from './rules.ts'

const nothing = z.null()
const teamMemberSchema = z.object({
  user: z.string().trim().min(1).max(63), role: z.enum(['desk', 'administrator']),
})
const password = writeOnly(z.string().min(1).max(longestTeamPassword))

export const teamCalls = {
  'team.describe': call({ input: nothing, output: teamStateSchema, authority: person }),
  /** Tests the requirements of a desk in order; changes nothing. `password` null: the one stored for this address. */
  'team.test': call({
    input: z.object({ address: teamAddressSchema, password: password.nullable() }), output: teamTestSchema,
    authority: { ...administrator, box: { kind: 'itself', when: always } },
  }),
  /**
   * Main asks for the file of a client certificate, and for that of its private key where it is not in the same file.
   * Answers the certificate alone; the key is in the vault until the desk joins with it, or is locked.
   */
  'team.chooseClientCertificate': call({
    input: nothing, output: z.object({ clientCertificate: authoritiesTextSchema, facts: certificateFactsSchema }),
    authority: administrator,
  }),
  /**
   * Creates or upgrades the schema with an owner's login, which is used once and never stored, and grants existing
   * logins the role of a desk or an administrator. Returns the versions before and after, and whether the team is a
   * rehearsal. With `rehearsal` a new team becomes one, and an existing team must be one.
   */
  'team.createSchema': call({
    input: z.object({
      owner: teamAddressSchema, password,
      members: z.array(teamMemberSchema).max(200),
      rehearsal: z.boolean(),
    }),
    output: z.object({ from: z.number(), to: z.number(), rehearsal: z.boolean() }),
    authority: asking(whereProductionIs, 'itself', always),
  }),
  /**
   * Joins, or saves a changed address or password for the same team. `password` null: the one stored for this address,
   * or a client certificate alone.
   */
  'team.join': call({
    input: z.object({ address: teamAddressSchema, password: password.nullable(), label: deskLabelSchema }),
    output: teamStateSchema,
    authority: asking(whereProductionIs, 'itself', always),
  }),
  /** From now on this desk works alone; its history stays. Undelivered events are not delivered. */
  'team.leave': call({
    input: z.object({ reason }), output: teamStateSchema,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),
  /** Tries the connection now instead of at the next planned time. */
  'team.connect': call({ input: nothing, output: teamStateSchema, authority: person }),
  /**
   * An administrator has seen that the database went back in time, and that the events it lacked are published:
   * continue.
   */
  'team.goOn': call({
    input: z.object({ reason }), output: teamStateSchema,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),
  /** Main asks where to save address, authorities and merchant profiles, without secrets; `cancelled` for no file. */
  'team.invite': call({
    input: nothing, output: z.object({ fileName: z.string(), profiles: z.number() }),
    authority: administrator,
  }),
  /**
   * Main asks for the file. Its profiles are added, unconfirmed, where no profile of the same merchant and environment
   * is here; the address is handed back to be joined with an own user and password.
   */
  'team.acceptInvitation': call({
    input: nothing,
    output: z.object({
      address: invitedAddressSchema, added: z.array(z.string()).readonly(),
      known: z.array(z.string()).readonly(), refused: z.array(z.string()).readonly(),
    }),
    authority: administrator,
  }),

  /** All desks' records of an order; queries the team, never the gateway. */
  'team.order': call({ input: orderKeySchema, output: teamOrderSchema, authority: person }),
  'team.openClaims': call({ input: nothing, output: z.array(teamClaimViewSchema).readonly(), authority: person }),
  /**
   * Adopts the request of another desk's open claim into this desk's history and open outcomes (`resolution.list`).
   * The gateway is queried about it; it is never sent. The results are recorded for the team.
   */
  'team.adopt': call({ input: z.object({ entryId: entryIdSchema }), output: nothing, authority: person }),
  /** A person has compared an entry of this desk with the other desk's that was sent beside it. */
  'team.closeCollision': call({
    input: z.object({ entryId: entryIdSchema, reason }), output: teamStateSchema,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),
  'team.verify': call({ input: nothing, output: teamVerificationSchema, authority: person }),
  /** Ends it; the answer of `team.verify` is `cancelled` then. */
  'team.cancelVerify': call({ input: nothing, output: nothing, authority: person }),
  /**
   * Admits another desk, whose key's fingerprint a person compared: from now on it may claim and deliver, and every
   * desk can prove who admitted it.
   */
  'team.admitDesk': call({
    input: z.object({ deskId: deskIdSchema, fingerprint: fingerprintSchema, reason }), output: nothing,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),
  /** Withdraws an admission, or refuses a desk that waits: once delivered, it can neither claim nor deliver. */
  'team.withdrawAdmission': call({
    input: z.object({ deskId: deskIdSchema, reason }), output: nothing,
    authority: proving(whereProductionIs),
  }),

  /**
   * Verifies, and proposes to remove for all desks the content of entries older than so many months. This desk signs
   * the list: then the other desks remove their copies, and the owner of the database removes it there, by a command.
   * Returns the listed numbers; `more`: propose the rest again. `login-not-administrator`: the login may not do it.
   */
  'team.proposeRemoval': call({
    input: z.object({ months: z.int().min(leastTeamMonths).max(mostTeamMonths), reason }),
    output: z.object({ entries: z.number(), events: z.number(), more: z.boolean() }),
    authority: asking(always, 'first', always),
  }),

  /** Minutes that a claim must be old before a person closes it by hand, for all desks; asks the team. */
  'team.waitingTime': call({ input: nothing, output: z.object({ minutes: z.number() }), authority: person }),
  /** Changes it; `login-not-administrator` where the database does not permit this login to. */
  'team.setWaitingTime': call({
    input: z.object({ minutes: z.int().min(leastWaitingMinutes).max(mostWaitingMinutes), reason }), output: nothing,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),

  /**
   * Permits a profile's merchant to send without claiming for so many minutes; the other desks are notified. 0 ends
   * it.
   */
  'team.allowAlone': call({
    input: z.object({ profileId: profileIdSchema, minutes: z.int().min(0).max(mostAloneMinutes), reason }),
    output: teamStateSchema,
    authority: asking(whereProductionIs, 'first', worksAlone),
  }),
} as const
