/** The bridge's calls for a team of desks and its journal. */
import { deskIdSchema, entryIdSchema, profileIdSchema } from '../model/values/branded.ts'
import { fingerprintSchema } from '../model/values/fingerprint.ts'
import { authoritiesTextSchema, certificateFactsSchema } from '../model/keys/certificate-authorities.ts'
import { orderKeySchema } from '../model/payments/order.ts'
import { teamClaimsSchema, teamOrderSchema, teamVerificationSchema } from '../model/team/team-history.ts'
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
  /**
   * Tests the requirements of a desk in order; changes nothing. `password` null: use the one stored for this address.
   */
  'team.test': call({
    input: z.object({ address: teamAddressSchema, password: password.nullable() }), output: teamTestSchema,
    authority: { ...administrator, box: { kind: 'itself', when: always } },
  }),
  /**
   * Main asks for the file of a client certificate, and for the file of its private key if that is separate. Returns
   * only the certificate; the vault keeps the key until the desk joins with it or is locked.
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
   * Joins a team, or saves a changed address or password for the same team. `password` null: use the one stored for
   * this address, or only a client certificate.
   */
  'team.join': call({
    input: z.object({ address: teamAddressSchema, password: password.nullable(), label: deskLabelSchema }),
    output: teamStateSchema,
    authority: asking(whereProductionIs, 'itself', always),
  }),
  /** This desk leaves the team and keeps its history. Undelivered events are never delivered. */
  'team.leave': call({
    input: z.object({ reason }), output: teamStateSchema,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),
  /** Tries the connection now instead of at the next planned time. */
  'team.connect': call({ input: nothing, output: teamStateSchema, authority: person }),
  /**
   * An administrator confirms that the database was restored to an older state and that the missing events are
   * published again; the desk continues.
   */
  'team.goOn': call({
    input: z.object({ reason }), output: teamStateSchema,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),
  /** Saves address, authorities and merchant profiles, without secrets, to a file; `cancelled` if none was chosen. */
  'team.invite': call({
    input: nothing, output: z.object({ fileName: z.string(), profiles: z.number() }),
    authority: administrator,
  }),
  /**
   * Main asks for the file. Adds its profiles, unconfirmed, unless a profile of the same merchant and environment
   * exists. Returns the address, to join with one's own user and password.
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
  'team.openClaims': call({ input: nothing, output: teamClaimsSchema, authority: person }),
  /**
   * Adopts the request of another desk's open claim into this desk's history and open outcomes (`resolution.list`). Its
   * status is checked; it is never sent. The results are recorded for the team.
   */
  'team.adopt': call({ input: z.object({ entryId: entryIdSchema }), output: nothing, authority: person }),
  /** A person has compared an entry of this desk with the entry that another desk sent at the same time. */
  'team.closeCollision': call({
    input: z.object({ entryId: entryIdSchema, reason }), output: teamStateSchema,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),
  'team.verify': call({ input: nothing, output: teamVerificationSchema, authority: person }),
  /** Ends the verification; `team.verify` then returns `cancelled`. */
  'team.cancelVerify': call({ input: nothing, output: nothing, authority: person }),
  /**
   * Admits another desk after a person compared its key's fingerprint: it may then claim and deliver, and every desk
   * can prove who admitted it.
   */
  'team.admitDesk': call({
    input: z.object({ deskId: deskIdSchema, fingerprint: fingerprintSchema, reason }), output: nothing,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),
  /**
   * Withdraws an admission, or refuses a waiting desk: once this is delivered, the desk can neither claim nor deliver.
   */
  'team.withdrawAdmission': call({
    input: z.object({ deskId: deskIdSchema, reason }), output: nothing,
    authority: proving(whereProductionIs),
  }),

  /**
   * Verifies the team journal, then proposes to all desks to remove the content of entries older than so many months.
   * This desk signs the list. The other desks then remove their copies; the database's owner removes it there by a
   * command. Returns the listed numbers; `more`: call again for the rest. `login-not-administrator`: not permitted.
   */
  'team.proposeRemoval': call({
    input: z.object({ months: z.int().min(leastTeamMonths).max(mostTeamMonths), reason }),
    output: z.object({ entries: z.number(), events: z.number(), more: z.boolean() }),
    authority: asking(always, 'first', always),
  }),

  /** The age in minutes from which a person may close a claim by hand, for all desks; queries the team. */
  'team.waitingTime': call({ input: nothing, output: z.object({ minutes: z.number() }), authority: person }),
  /** Sets it; `login-not-administrator` if the database does not permit this login to do so. */
  'team.setWaitingTime': call({
    input: z.object({ minutes: z.int().min(leastWaitingMinutes).max(mostWaitingMinutes), reason }), output: nothing,
    authority: asking(whereProductionIs, 'first', whereProductionIs),
  }),

  /** Lets a profile's merchant send without claims for so many minutes; notifies the other desks. 0 ends it. */
  'team.allowAlone': call({
    input: z.object({ profileId: profileIdSchema, minutes: z.int().min(0).max(mostAloneMinutes), reason }),
    output: teamStateSchema,
    authority: asking(whereProductionIs, 'first', worksAlone),
  }),
} as const
