/** Random histories with the statement that belongs to them, and the differences that were planted in it. */
import fc from 'fast-check'
import type { EntryId, MerchantOrderId, NetMinorUnits, OrderId, ProfileId } from '#shared/brands.ts'
import type { Difference } from '#shared/reconcile/compare.ts'
import { offeredEntry, type JournalEntry, type OfferedEntry } from '#shared/reconcile/ledger-entry.ts'
import type { ListName } from '#shared/reconcile/lists.ts'
import { idNames, type IdName, type StatementLine } from '#shared/reconcile/statement-line.ts'

export const period = { first: '2026-11-01', last: '2026-11-30' }

/** The planted difference of one entry, or of a line without one. */
type Plan =
  | { readonly plan: 'matched'; readonly by: IdName }
  | { readonly plan: 'different'; readonly by: IdName; readonly in: Difference }
  | { readonly plan: 'suggested' | 'onlyHistory' | 'onlyStatement' | 'declined' }
  | { readonly plan: 'about'; readonly kind: 'fee' | 'chargeback' }

const plans: fc.Arbitrary<Plan> = fc.oneof(
  fc.record({ plan: fc.constant('matched' as const), by: fc.constantFrom(...idNames) }),
  fc.record({
    plan: fc.constant('different' as const),
    by: fc.constantFrom('orderId' as const, 'serialNumber' as const, 'bankReference' as const),
    in: fc.constantFrom('amount' as const, 'currency' as const, 'state' as const, 'day' as const),
  }),
  fc.record({
    plan: fc.constantFrom('suggested' as const, 'onlyHistory' as const, 'onlyStatement' as const, 'declined' as const),
  }),
  fc.record({ plan: fc.constant('about' as const), kind: fc.constantFrom('fee' as const, 'chargeback' as const) }),
)

/** A planted transaction: a payment, or a refund of an order of its own. */
const planted = fc.record({
  plan: plans, isRefund: fc.boolean(), minor: fc.integer({ min: 1, max: 999_999 }),
  day: fc.integer({ min: 4, max: 26 }),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
})

export interface Statement {
  readonly lines: readonly StatementLine[]
  readonly offered: readonly OfferedEntry[]
  /** The list of each line, by its number. */
  readonly listOfLine: ReadonlyMap<number, ListName>
  readonly differenceOfLine: ReadonlyMap<number, Difference>
  readonly ruleOfLine: ReadonlyMap<number, string>
  readonly onlyHistory: ReadonlySet<EntryId>
}

/** A statement and a history in random order. */
export const statements: fc.Arbitrary<Statement> = fc.array(planted, { maxLength: 30 }).chain((all) => {
  const { lines, offered, ...expected } = statementOf(all)
  return fc.record({
    lines: fc.shuffledSubarray([...lines], { minLength: lines.length }),
    offered: fc.shuffledSubarray([...offered], { minLength: offered.length }),
    ...Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, fc.constant(value)])),
  }) as unknown as fc.Arbitrary<Statement>
})

type Planted = typeof planted extends fc.Arbitrary<infer Value> ? Value : never

function statementOf(all: readonly Planted[]): Statement {
  const lines: StatementLine[] = []
  const offered: OfferedEntry[] = []
  const listOfLine = new Map<number, ListName>()
  const differenceOfLine = new Map<number, Difference>()
  const ruleOfLine = new Map<number, string>()
  const onlyHistory = new Set<EntryId>()
  all.forEach((one, place) => {
    const { plan } = one
    const entry = entryOf(one, place)
    const add = (list: ListName, changes: Partial<StatementLine> = {}): void => {
      const line = { ...lineOf(one, place), ...changes }
      lines.push(line)
      listOfLine.set(line.line, list)
    }
    if (plan.plan !== 'onlyStatement') offered.push(entry)
    switch (plan.plan) {
      case 'matched':
        add('matched', { ids: { [plan.by]: entry.ids[plan.by] } })
        ruleOfLine.set(place, plan.by)
        break
      case 'different':
        add('different', { ids: { [plan.by]: entry.ids[plan.by] }, ...changed(one)[plan.in] })
        differenceOfLine.set(place, plan.in)
        break
      // Two days later: the latest day of a suggestion.
      case 'suggested':
        add('suggested', { lastFour: entry.ids.lastFour, day: dayText(one.day + 2) })
        break
      case 'onlyHistory':
        onlyHistory.add(entry.entry.entryId)
        break
      case 'onlyStatement':
        add('onlyStatement', { ids: { orderId: `unknown-${place}` } })
        break
      // A statement does not list declined payments.
      case 'declined': break
      case 'about':
        add('matched', { ids: { orderId: entry.ids.orderId }, kind: plan.kind, amount: -7n })
        onlyHistory.add(entry.entry.entryId)
    }
  })
  return { lines, offered, listOfLine, differenceOfLine, ruleOfLine, onlyHistory }
}

function entryOf({ plan, isRefund, minor, day, currency }: Planted, place: number): OfferedEntry {
  const isDeclined = plan.plan === 'declined' || (plan.plan === 'different' && plan.in === 'state')
  const entry: JournalEntry = {
    entryId: `entry-${place}` as EntryId, at: 0, profileId: 'p' as ProfileId,
    operation: isRefund && !(plan.plan === 'about' && plan.kind === 'chargeback') ? 'return' : 'sale',
    state: isDeclined ? 'declined' : 'approved', currency,
    minorAmount: String(minor), net: null as NetMinorUnits | null, releasesHold: false,
    orderId: `o-${place}` as OrderId, merchantOrderId: `m-${place}` as MerchantOrderId, serialNumber: `s-${place}`,
    bankReference: `b-${place}`,
    // As short as real ones, so that others have the same.
    approvalCode: `a-${place % 3}`, lastFour: String(1_000 + place),
  }
  return offeredEntry(entry, dayText(day), 'iso-4217')
}

function lineOf({ isRefund, minor, day, currency }: Planted, line: number): StatementLine {
  const amount = BigInt(minor) * (currency === 'JPY' ? 10_000n : 100n)
  return {
    line, kind: isRefund ? 'refund' : 'payment', type: '', ids: {}, lastFour: null,
    amount: isRefund ? -amount : amount, amountText: '', currency, day: dayText(day), state: null, settlement: null,
  }
}

function changed({ isRefund, currency, day }: Planted): Record<Difference, Partial<StatementLine>> {
  return {
    amount: { amount: isRefund ? -100_000_000_000n : 100_000_000_000n }, currency: { currency: currency === 'USD' ? 'EUR' : 'USD' },
    state: {}, day: { day: dayText(day + 3) },
  }
}

function dayText(day: number): string {
  return `2026-11-${String(day).padStart(2, '0')}`
}
