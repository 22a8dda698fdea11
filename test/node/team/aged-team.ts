// A team with entries of more than a year ago, signed then, with functions to propose and execute removals.
import { type EntryId, type UtcTime } from '#shared/brands.ts'
import type { TeamDraft } from '#shared/model/team/team.ts'
import type { Knowledge, KnownDesk, ProposedRemoval, TeamVerification } from '../../../electron/team/port.ts'
import { planRemovals, removeContent } from '../../../electron/team/retention/remove.ts'
import { throughAll } from '../../../electron/team/team.ts'
import { publishHead, signer, type Signer } from './signing.ts'
import {
  at, charge, copiesOf, joinAs, knowing, loginOf, must, newId, outcome, passwordOf, refund, sql, type Cluster,
  type TestDesk,
} from './support.ts'

/** An event as its desk wrote it this many days ago. */
export const daysOld = (days: number, draft: TeamDraft): TeamDraft => ({ ...draft, at: daysAgo(days) })

export const daysAgo = (days: number): UtcTime => new Date(Date.now() - days * 86_400_000).toISOString() as UtcTime

/** A time after the old entries of `agedTeam`. */
export const before = (): UtcTime => daysAgo(380)

export interface AgedTeam {
  readonly cluster: Cluster
  readonly database: string
  readonly anna: TestDesk
  readonly ben: TestDesk
  readonly keys: readonly [anna: Signer, ben: Signer]
  /** Two approved charges (`ancient` is 800 days old) and a declined refund may be removed; the others must stay. */
  readonly old: Readonly<Record<'ancient' | 'charge' | 'refund' | 'open' | 'collided', EntryId>>
  readonly young: EntryId
  known(): readonly KnownDesk[]
  /** The knowledge of a desk's person who has compared the fingerprint of the other desk. */
  at(desk: TestDesk): Knowledge
  /** A statement by the administrator of the database, without any rule. */
  tamper(statement: string): Promise<unknown>
  verify(by?: TestDesk): Promise<TeamVerification>
  /** An administrator at anna's desk: proposes, publishes and signs. */
  propose(older?: UtcTime): Promise<ProposedRemoval>
  /** The owner: executes the valid removals; returns entries and events of each. */
  remove(): Promise<readonly { readonly entries: number; readonly events: number }[]>
}

const copy = copiesOf(async (cluster, database) => {
  const keys = [signer(), signer()] as const
  const anna = await joinAs(loginOf(cluster, database, 'lea'), { publicKey: keys[0].publicKey })
  const ben = await joinAs(loginOf(cluster, database, 'ben'), { publicKey: keys[1].publicKey })
  const tamper = (statement: string) => sql(cluster, database, `SET session_replication_role = replica; ${statement}`)
  const ancient = daysOld(800, charge({ merchantOrderId: 'ORDER-ANCIENT' }))
  must(await anna.claim(ancient))
  must(await anna.publish(daysOld(800, outcome(ancient.entryId, 'approved'))))
  await tamper(agedBy(400))
  const duplicates = [{ key: `card ${newId()}`, seen: 0, atAnyAge: true }]
  const daysOld400 = (draft: TeamDraft) => daysOld(400, draft)
  const sold = daysOld400(charge({ merchantOrderId: 'ORDER-OLD', content: { note: 'cardholder' }, duplicates }))
  must(await anna.claim(sold))
  must(await anna.publish(...[outcome(sold.entryId, 'processing', false), outcome(sold.entryId, 'approved')].map(daysOld400)))
  const returned = daysOld400(refund(newId()))
  must(await ben.claim(returned))
  must(await ben.publish(daysOld400(outcome(returned.entryId, 'declined'))))
  // Recorded about it at another desk.
  must(await anna.publish(daysOld400(outcome(returned.entryId, 'declined', false))))
  const open = daysOld400(charge({ merchantOrderId: 'ORDER-OPEN' }))
  must(await anna.claim(open))
  must(await anna.publish(daysOld400(outcome(open.entryId, 'unknown', false))))
  const first = daysOld400(charge({ merchantOrderId: 'ORDER-TWICE' }))
  must(await anna.claim(first))
  const collided = daysOld400(charge({ merchantOrderId: 'ORDER-TWICE' }))
  must(await ben.publish(...[collided, outcome(collided.entryId, 'approved'), outcome(first.entryId, 'approved', false)].map(daysOld400)))
  must(await anna.publish(daysOld400(outcome(first.entryId, 'approved'))))
  await tamper(agedBy(400))
  await publishHead(anna, [{ deskId: ben.id, ...ben.position }], keys[0], daysAgo(399))
  await publishHead(ben, [{ deskId: anna.id, ...anna.position }], keys[1], daysAgo(399))
  const young = charge({ merchantOrderId: 'ORDER-YOUNG' })
  must(await anna.claim(young))
  must(await anna.publish(outcome(young.entryId, 'approved')))
  await publishHead(anna, [{ deskId: ben.id, ...ben.position }], keys[0])
  const old = {
    ancient: ancient.entryId!, charge: sold.entryId!, refund: returned.entryId!, open: open.entryId!,
    collided: collided.entryId!,
  }
  return { desks: { anna, ben }, rest: { keys, old, young: young.entryId! } }
}, { anna: 'lea', ben: 'ben' })

/** All charges except one are 400 days old. Anna's login is an administrator's. */
export async function agedTeam(): Promise<AgedTeam> {
  const { cluster, database, anna, ben, rest: { keys, old, young } } = await copy()
  const tamper = (statement: string) => sql(cluster, database, `SET session_replication_role = replica; ${statement}`)
  const known = () => [
    { deskId: anna.id, ...anna.position, publicKey: keys[0].publicKey },
    { deskId: ben.id, ...ben.position, publicKey: keys[1].publicKey },
  ]
  const atDesk = ({ id }: TestDesk) => knowing(id, known())
  return {
    cluster, database, anna, ben, keys, known, tamper, at: atDesk, old, young,
    verify: async (by = ben) => must(await by.port.verify(atDesk(by))),
    async propose(older = before()) {
      const proposed = must(await anna.port.proposeRemoval(atDesk(anna), { ...request(), before: older }))
      if (proposed.drafts.length === 0) return proposed
      must(await anna.publish(...proposed.drafts))
      await publishHead(anna, [{ deskId: ben.id, ...ben.position }], keys[0])
      return proposed
    },
    remove: () => removeAsOwner(cluster, database),
  }
}

export const request = () => ({ before: before(), at: at(), who: 'Ada', reason: 'Older than the agreed time.' })

/** Executes the valid removals, as a login that owns the schema and is no superuser. */
export async function removeAsOwner(
  cluster: Cluster, database: string,
): Promise<readonly { readonly entries: number; readonly events: number }[]> {
  return await throughAll(await keeperOf(cluster, database), async (session) => {
    const removed = []
    for (const removal of must(await planRemovals(session))) removed.push(must(await removeContent(session, removal)))
    return removed
  })
}

/** A login that owns the schema and is no superuser. */
export async function keeperOf(cluster: Cluster, database: string) {
  await sql(cluster, database, `DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'keeper') THEN
    CREATE ROLE keeper LOGIN PASSWORD '${passwordOf('keeper')}' IN ROLE gateway_team_owner; END IF; END $$`)
  return loginOf(cluster, database, 'keeper')
}

/** Moves all existing times of receipt back by this many days. */
export function agedBy(days: number): string {
  const columns = {
    event: 'received_at', entry: 'at', ident: 'at', claim: 'claimed_at', closing: 'at', collision: 'at',
  }
  return Object.entries(columns)
    .map(([table, column]) => `UPDATE team_journal.${table} SET ${column} = ${column} - interval '${days} days'`).join('; ')
}
