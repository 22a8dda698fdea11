/** Logs of other desks as their team delivers them: records with their links. */
import { createHash } from 'node:crypto'
import type { DeskId, EntryId, TeamEventId, UtcTime } from '#shared/brands.ts'
import { firstLink, seenText } from '#shared/team/chain-text.ts'
import { digestOfContent, teamLink } from '../../../electron/common/signatures/team-link.ts'
import type { DeliveredEvent } from '#shared/team/chain-text.ts'
import { isRecordKind, partsOf } from '../../../electron/journal/write/record-parts.ts'
import type { Signer } from '../team/signing.ts'
import { statusReply } from './list-entries.ts'
import { charge, orderId, outcome } from './samples.ts'

export const id32 = (text: string): string => createHash('md5').update(text).digest('hex')
export const entryOf = (name: string): EntryId => id32(name) as EntryId

export type LogRecord = Pick<DeliveredEvent, 'kind' | 'at'> & { readonly entry: string | null; readonly record: object }

/** The events of a desk's log with their links, as the desk wrote them. */
export function logOf(
  { deskId }: { readonly deskId: DeskId }, records: readonly LogRecord[], from = { number: 0, link: firstLink },
): DeliveredEvent[] {
  let { number, link } = from
  return records.map(({ entry, kind, at, record }) => {
    number += 1
    const { facts, content: body } = partsIn(kind, record)
    const content = body === null ? null : { salt: id32(body), body }
    const event = {
      deskId, number, eventId: id32(`${deskId} ${number} ${kind}`) as TeamEventId,
      entryId: entry === null ? null : entryOf(entry), kind, at, facts: JSON.stringify({ record: facts }),
      contentDigest: content === null ? null : digestOfContent(content),
    }
    link = teamLink(event, link) ?? ''
    return { ...event, content, link }
  })
}

/** Adds the head that signs a desk's log so far. */
export async function signed(
  log: readonly DeliveredEvent[], keys: Signer, at = '2026-11-20T10:00:00.000Z' as UtcTime,
): Promise<DeliveredEvent[]> {
  const { deskId, number, link } = log.at(-1)!
  const seen = createHash('sha256').update(seenText([])).digest('hex')
  const head = await keys.sign({ deskId, number, link, receipts: '0'.repeat(64), seen, at })
  return [...log, ...logOf({ deskId }, [{ kind: 'head', entry: null, at, record: { head, seen: [] } }], { number, link })]
}

/** The permanent and the removable part of a record. */
function partsIn(kind: string, record: object): { readonly facts: unknown; readonly content: string | null } {
  const as = kind === 'claim' ? 'intent' : kind
  if (!isRecordKind(as) || Array.isArray(record)) return { facts: record, content: null }
  const { facts, content } = partsOf(as, record)
  return { facts: { kind: as, ...JSON.parse(facts) as object }, content }
}

export const sale = (name: string, at: string, changes: object = {}): LogRecord => ({
  kind: 'claim', entry: name, at: at as UtcTime,
  record: {
    ...charge(name, { environment: 'production', url: 'https://gate.example/gw' }), kind: 'intent', entryId: entryOf(name), at, ...changes,
  },
})
export const answer = (name: string, at: string, changes: object = {}): LogRecord => ({
  kind: 'outcome', entry: name, at: at as UtcTime,
  record: {
    ...outcome(name, {
      kind: 'accepted', status: 'approved', orderId: orderId(`o-${name}`), lastFour: '4242',
      reply: statusReply({ 'status': 'approved', 'transaction-type': 'sale', 'cardholder-name': `holder ${name}` }),
    }),
    entryId: entryOf(name), at, ...changes,
  },
})
