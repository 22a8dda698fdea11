import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { customerInWords, wholeAddress, type Customer } from '#shared/model/payments/customer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { BatchPlace } from '#shared/model/payments/batch.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Services, Emit } from '../services.ts'
import { utcTime } from '../../common/processes/time.ts'
import { removeContent } from './content-removal.ts'
import { unsentRows } from './unsent-rows.ts'

/** Events per turn of the journal: some milliseconds. */
const readAtOnce = 1_000

interface Found {
  /** Numbers of entries. Entries that are found only through their order come first. */
  readonly seqs: readonly number[]
  readonly unsent: readonly BatchPlace[]
  readonly counted: { readonly entries: number; readonly staying: number }
}

/**
 * Counts the entries of a customer whose content may be erased, and those that stay whole. Includes rows that a batch
 * never sent (see `countOlder`).
 */
export async function countCustomer(
  services: Pick<Services, 'journal'>, customer: Customer,
): Promise<CallAnswer<'maintenance.countCustomer'>> {
  const found = await find(services, customer)
  return found.ok ? success(found.value.counted) : found
}

/** Erases the content of the counted entries; fails with `count-changed` if a number differs from the confirmed one. */
export async function eraseCustomer(
  services: Services, emit: Emit, { customer, entries, staying, reason }: ParsedInput<'maintenance.eraseCustomer'>,
): Promise<CallAnswer<'maintenance.eraseCustomer'>> {
  const found = await find(services, customer)
  if (!found.ok) return found
  const { seqs, unsent, counted } = found.value
  if (counted.entries !== entries || counted.staying !== staying) return failed({ code: 'count-changed' })
  return await removeContent(services, emit, {
    entries, unsent, line: { action: 'customer-erased', subject: `${entries} entries of one customer`, detail: detailOf(services, { customer, staying, reason }) },
    plan: async ({ after, limit }) => {
      const next = after + limit
      const at = utcTime(services.system.now())
      const removals = await services.journal.planErasure({ entries: seqs.slice(after, next), at })
      return removals.ok ? success({ removals: removals.value, next: next < seqs.length ? next : null }) : removals
    },
  })
}

async function find({ journal }: Pick<Services, 'journal'>, customer: Customer): Promise<Result<Found, Failure>> {
  const named = new Set<number>()
  const linked = new Set<number>()
  for (let after: number | null = 0; after !== null;) {
    const part: Awaited<ReturnType<typeof journal.customerEntries>> =
      await journal.customerEntries({ customer, after, limit: readAtOnce })
    if (!part.ok) return part
    for (const seq of part.value.named) named.add(seq)
    for (const seq of part.value.linked) linked.add(seq)
    after = part.value.next
  }
  // If this is interrupted, the entries that name the customer still exist and lead to the others next time.
  const seqs = [...linked.difference(named), ...named]
  const counted = await journal.countRemovable({ entries: seqs })
  if (!counted.ok) return counted
  const unsent = await unsentRows({ journal }, { customer, entries: seqs })
  if (!unsent.ok) return unsent
  const { rows, staying } = unsent.value
  const { value } = counted
  return success({
    seqs, unsent: rows, counted: { entries: value.entries + rows.length, staying: value.staying + staying },
  })
}

/** An audit line is permanent and must not contain an e-mail address, which no fact contains either. */
function detailOf(
  { profiles }: Services,
  { customer, staying, reason }: Omit<ParsedInput<'maintenance.eraseCustomer'>, 'entries'>,
): string {
  const { kind, value, profileId } = customer
  const profile = profileId === null ? '' : `, profile ${profiles.get(profileId)?.name ?? profileId}`
  return [
    `Chosen by ${customerInWords(kind)}${kind === 'email' || value === '' ? '' : ` ${value}`}${profile}.`,
    `Reason: ${kind === 'email' ? reason.split(wholeAddress(value)).join('…') : reason}`,
    `Their facts stay. Entries with open outcomes, and those of their orders, stay whole: ${staying}.`,
  ].join(' ')
}
