/** Describes the state of this desk in its team, for the page. */
import type { DeskId, EntryId } from '#shared/brands.ts'
import type { TeamConnection, TeamState } from '#shared/model/team/team-state.ts'
import type { Services } from '../services.ts'
import type { Alone } from './claims/working-alone.ts'
import type { Waiting } from './delivery/contact.ts'
import type { Copying } from './delivery/copying.ts'
import { fingerprintIn } from '../../common/signatures/key-fingerprint.ts'
import { unreadable } from './refusals.ts'

/** Facts about the team that are known in this run only. */
export interface Known {
  readonly connection: TeamConnection
  /** Entries of this desk that collide with another desk's. */
  readonly collisions: ReadonlySet<EntryId>
  /** The names of the desks, if known. */
  readonly labels: ReadonlyMap<DeskId, string>
  readonly waiting: Waiting
  readonly alone: Pick<Alone, 'now'>
  readonly copying: Pick<Copying, 'describe'>
}

/** The state of this desk in its team. Never fails: a count that cannot be read is shown as 0. */
export async function describeTeam(
  { membership, journal, vault }: Pick<Services, 'membership' | 'journal' | 'vault'>, known: Known,
): Promise<TeamState> {
  const read = membership.read()
  if (read === null) return { state: 'none' }
  const [found, history] = [await journal.teamDelivery(), await journal.teamHistoryWaiting()]
  const delivery = found.ok ? found.value : null
  const key = delivery === null ? null : await vault.destinationKey({ deskId: delivery.deskId })
  const kept = {
    fingerprint: fingerprintIn(delivery?.publicKey ?? null), waiting: delivery?.waiting ?? 0,
    historyWaiting: history.ok ? history.value : 0, copied: await known.copying.describe(),
    comparesDestinations: key?.ok === true ? key.value !== null : null,
  }
  if (read === 'unreadable') {
    return {
      state: 'member', deskId: delivery?.deskId ?? '0'.repeat(32) as DeskId, label: '', connection: unreadable,
      address: { host: '', port: 5_432, database: '', user: '', authorities: '' }, rehearsal: delivery?.rehearsal ?? false, ...kept, alone: [], collisions: [], notAdmitted: [], moreNotAdmitted: 0,
    }
  }
  const { deskId, label, address, rehearsal } = read
  return {
    state: 'member', deskId, label, address, rehearsal, connection: withLabels(known, deskId, label), ...kept,
    alone: known.alone.now(label), collisions: [...known.collisions],
    notAdmitted: known.waiting.listed, moreNotAdmitted: known.waiting.more,
  }
}

/** Replaces ids by names: the missing events of a database that went back belong to desks that people know by name. */
function withLabels({ connection, labels }: Known, own: DeskId, label: string): TeamConnection {
  if (connection.kind !== 'went-back') return connection
  const nameOf = (id: string): string => (id === own ? label : labels.get(id as DeskId) ?? id.slice(0, 8))
  return { ...connection, missingOf: connection.missingOf.map(nameOf) }
}
