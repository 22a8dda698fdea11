// A desk in a team, and the records of the other desks.
import type { DeskId, EntryId, MerchantOrderId, MinorUnits, OrderId, UtcTime } from '#shared/brands.ts'
import type { TeamClaimView, TeamOrder, TeamRow } from '#shared/model/team/team-history.ts'
import type { TeamHolder, TeamState } from '#shared/model/team/team-state.ts'
import { success } from '#shared/result.ts'
import { useTeam } from '../../../renderer/app/stores/team.ts'
import { aProfile } from '../support/data.ts'
import { flushScreen, openScreen } from './open.ts'

export type Member = Extract<TeamState, { state: 'member' }>

const thisDesk = '1'.repeat(32) as DeskId
export const otherDesk = '2'.repeat(32) as DeskId
export const merchantKey = aProfile().historyKey!
const at = '2026-11-20T14:02:07.120Z' as UtcTime

/** All records of the other desks are copied. */
export const allCopied: Member['copied'] = { upToDateAt: at, waiting: 0, stopped: null, contradicted: [] }

export function aMember(changes: Partial<Member> = {}): Member {
  return {
    state: 'member', deskId: thisDesk, label: 'Desk 1', fingerprint: null, connection: { kind: 'connected' },
    rehearsal: false, comparesDestinations: true, waiting: 0, historyWaiting: 0, alone: [], collisions: [],
    notAdmitted: [], moreNotAdmitted: 0, copied: allCopied,
    address: { host: 'db.example', port: 5432, database: 'team', user: 'otto', authorities: '' },
    ...changes,
  }
}

/** The team did not respond at the last attempt. */
export const unreachable: Member['connection'] = {
  kind: 'unreachable', lastAt: at, problem: { code: 'unreachable', detail: 'The server could not be reached.', technical: null },
}

/** A charge of 10.15 USD by Anna at Desk 2. */
export function aTeamRow(changes: Partial<TeamRow> = {}): TeamRow {
  return {
    entryId: 'a'.repeat(32) as EntryId, merchantKey, operation: 'recurrent-payment', who: 'Anna Vogel',
    merchantOrderId: 'inv-7' as MerchantOrderId, orderId: '6768788' as OrderId, minorAmount: '1015' as MinorUnits, currency: 'USD',
    deskId: otherDesk, deskLabel: 'Desk 2', login: 'anna', at, state: 'approved', isThisDesk: false, ...changes,
  }
}

export function aHolder(changes: Partial<TeamHolder> = {}): TeamHolder {
  return {
    entryId: 'a'.repeat(32) as EntryId, deskId: otherDesk, deskLabel: 'Desk 2', login: 'anna', who: 'Anna Vogel', since: at,
    state: 'processing', ...changes,
  }
}

export function aClaim(holder: Partial<TeamHolder> = {}, changes: Partial<TeamClaimView> = {}): TeamClaimView {
  return { kind: 'create', merchantKey, id: 'inv-7', holder: aHolder(holder), isThisDesk: false, ...changes }
}

export function aTeamOrder(changes: Partial<TeamOrder> = {}): TeamOrder {
  return { rows: [], refunded: '0' as MinorUnits, refunds: 0, busyBy: null, ...changes }
}

/** The open claims of other desks as main answers them. */
export const openClaims = (claims: readonly TeamClaimView[], more = false) => success({ claims, more })

type Answers = Parameters<typeof openScreen>[1]

/** Opens a screen at a desk in a team; `now` changes the team's state and sends the event. */
export async function openInTeam(path: string, answers: Answers, member: Member = aMember()) {
  let stands = member
  const screen = await openScreen(path, {
    'team.describe': () => success(stands),
    'team.openClaims': () => openClaims([]),
    'history.choices': () => success({
      currencies: [], who: [], errorCodes: [], merchants: [], profiles: [], tags: [],
      desks: [{ desk: 'this-desk', label: 'Desk 1', entries: 3 }, { desk: otherDesk, label: 'Desk 2', entries: 2 }],
    }),
    ...answers,
  })
  useTeam().start()
  await flushScreen()
  return {
    ...screen,
    async now(next: Member = stands) {
      stands = next
      screen.emit('team.changed', null)
      await flushScreen()
    },
  }
}
