/**
 * The history as it is shown: the own one, and in a team what the other desks did, from the copies of their logs. An
 * entry that this desk has (its own, or taken over) is shown from its own history alone. No rule about money asks here.
 */
import type { DeskId, MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history.ts'
import type { HistoryChoices, HistoryFilter, HistoryQuery } from '#shared/model/history-list.ts'
import { merchantKeyOf } from '#shared/model/merchant.ts'
import { success, type Result } from '#shared/result.ts'
import type { OtherDesksPort } from '../../journal/other-desks/port.ts'
import type { MerchantAt } from '../../journal/port.ts'
import type { Services } from '../services.ts'
import { ended, mergePages, nothingMore, reachedBy, type PageOfOne } from './merged-pages.ts'

type Ports = Pick<Services, 'journal' | 'otherDesks' | 'profiles' | 'membership'>
type Answer<Name extends 'history.search' | 'history.list' | 'history.totals' | 'history.choices' | 'history.cardPayments' | 'history.count'> =
  Promise<CallAnswer<Name>>

export interface History {
  search(query: HistoryQuery): Answer<'history.search'>
  list(query: HistoryQuery): Answer<'history.list'>
  totals(input: ParsedInput<'history.totals'>): Answer<'history.totals'>
  cancelTotals(input: ParsedInput<'history.cancelTotals'>): Promise<CallAnswer<'history.cancelTotals'>>
  count(filter: HistoryFilter): Answer<'history.count'>
  choices(): Answer<'history.choices'>
  cardPayments(input: ParsedInput<'history.cardPayments'>): Answer<'history.cardPayments'>
  /** Null where neither this desk nor a copy has the entry. */
  entry(input: ParsedInput<'history.entry'>): Promise<Result<EntryDetail | null, Failure>>
  /** Entries of other desks about an order, oldest first. */
  entriesOfOthers(order: MerchantAt & {
    readonly orderId: OrderId | null; readonly merchantOrderId: MerchantOrderId | null; readonly limit: number
  }): Promise<readonly EntryDetail[]>
}

const everything: HistoryFilter = { text: '', states: [], operations: [], profileId: null, view: 'all' }

/** The copies, with the names of their desks. */
interface Others {
  readonly port: OtherDesksPort
  readonly labels: ReadonlyMap<DeskId, string>
}

/** Puts both together. Copies that cannot be used show nothing; the state of the team says so. */
export function mergedHistory({ journal, otherDesks, profiles, membership }: Ports): History {
  async function others(): Promise<Others | null> {
    if (membership.read() === null) return null
    const port = await otherDesks.port()
    const state = await port?.state()
    if (port === null || state?.ok !== true) return null
    return { port, labels: new Map(state.value.desks.map(({ deskId, label }) => [deskId, label])) }
  }

  /** A filter as the copies are asked: a profile stands for its merchant. Null where it shows nothing of theirs. */
  function filterOfOthers<Filter extends HistoryFilter>(filter: Filter): Filter | null {
    const desks = (filter.desks ?? []).filter((desk) => desk !== 'this-desk')
    if (desks.length === 0 && (filter.desks ?? []).length > 0) return null
    if (filter.profileId === null) return { ...filter, desks }
    const profile = profiles.get(filter.profileId)
    const merchantKey = profile === null ? null : merchantKeyOf(profile)
    if (merchantKey === null || (filter.merchantKey != null && filter.merchantKey !== merchantKey)) return null
    return { ...filter, desks, profileId: null, merchantKey }
  }

  /** This desk's profile of the same merchant: by it an amount is read, and the gateway asked. */
  function profileHere<Row extends Pick<HistoryRow, 'profileId' | 'merchantKey'>>(row: Row): Row {
    const profile = profiles.list().find((one) => merchantKeyOf(one) === row.merchantKey)
    return profile === undefined ? row : { ...row, profileId: profile.id }
  }

  function labelled(row: HistoryRow, labels: Others['labels']): HistoryRow {
    return row.sentBy === undefined ? row : { ...row, sentByLabel: labels.get(row.sentBy) ?? row.sentBy.slice(0, 8) }
  }

  function copied(row: HistoryRow, { labels }: Others): HistoryRow {
    return { ...labelled(profileHere(row), labels), isCopy: true }
  }

  /** A page of both lists; `own` and `theirs` make lines of what each answers. */
  async function page<Line>(query: HistoryQuery, { ask, askOthers }: {
    ask: (query: HistoryQuery, labels: Others['labels']) => Promise<Result<PageOfOne<Line>, Failure>>
    askOthers: (query: HistoryQuery, others: Others) => Promise<Result<PageOfOne<Line>, Failure>>
  }): Promise<Result<{ readonly lines: Line[]; readonly next: string | null }, Failure>> {
    const copies = await others()
    const reached = reachedBy(query.before)
    const asked = copies === null || reached.others === ended ? null : filterOfOthers(query)
    const [own, theirs] = await Promise.all([
      reached.own === ended
        ? success(nothingMore)
        : ask({ ...query, before: reached.own }, copies?.labels ?? new Map()),
      asked === null || copies === null
        ? success(nothingMore)
        : askOthers({ ...asked, before: reached.others }, copies),
    ])
    if (!own.ok) return own
    const merged = mergePages(query.order ?? 'newest', query.limit, reached, own.value, theirs.ok ? theirs.value : nothingMore)
    return success(merged)
  }

  return {
    async search(query) {
      const found = await page<HistoryRow>(query, {
        async ask(own, labels) {
          const answer = await journal.search(own)
          if (!answer.ok) return answer
          return success({ ...answer.value, lines: answer.value.rows.map((row) => labelled(row, labels)) })
        },
        async askOthers(theirs, copies) {
          const answer = await copies.port.search(theirs)
          if (!answer.ok) return answer
          return success({ ...answer.value, lines: answer.value.rows.map((row) => copied(row, copies)) })
        },
      })
      return found.ok ? success({ rows: found.value.lines, next: found.value.next }) : found
    },
    async list(query) {
      return await page(query, {
        async ask(own, labels) {
          const answer = await journal.list(own)
          if (!answer.ok) return answer
          return success({
            ...answer.value, lines: answer.value.lines.map((line) => ({ ...line, row: labelled(line.row, labels) })),
          })
        },
        async askOthers(theirs, copies) {
          const answer = await copies.port.list(theirs)
          if (!answer.ok) return answer
          return success({
            ...answer.value,
            lines: answer.value.lines.map((line) => ({
              ...line, row: copied(line.row, copies), folded: line.folded.map((row) => copied(row, copies)),
            })),
          })
        },
      })
    },
    async totals({ totalsId, filter }) {
      const copies = await others()
      const asked = copies === null ? null : filterOfOthers(filter)
      const [own, theirs] = await Promise.all([
        journal.totals({ totalsId, filter }),
        copies === null || asked === null ? null : copies.port.totals({ totalsId, filter: asked }),
      ])
      if (!own.ok || theirs === null) return own
      // A sum without the part of the other desks would be taken for the whole.
      return theirs.ok ? success({ sums: [...own.value.sums, ...theirs.value.sums.map(profileHere)] }) : theirs
    },
    async cancelTotals(input) {
      await (await others())?.port.cancelTotals(input)
      return await journal.cancelTotals(input)
    },
    async count(filter) {
      const copies = await others()
      const asked = copies === null ? null : filterOfOthers(filter)
      const own = await journal.count(filter)
      const theirs = copies === null || asked === null ? null : await copies.port.count(asked)
      if (!own.ok || theirs?.ok !== true) return own
      return success({
        count: own.value.count + theirs.value.count, atLeast: own.value.atLeast || theirs.value.atLeast,
      })
    },
    async choices() {
      const own = await journal.choices()
      if (!own.ok) return own
      const copies = await others()
      const theirs = await copies?.port.choices()
      const member = membership.read()
      if (copies === null || theirs?.ok !== true || member === null || member === 'unreadable') {
        return success({ ...own.value, desks: [] })
      }
      const all = await journal.count(everything)
      if (!all.ok) return all
      const both = (name: 'currencies' | 'who' | 'errorCodes' | 'merchants') => added(own.value[name], theirs.value[name])
      const byDesk = new Map([...own.value.desks, ...theirs.value.desks].map(({ value }) => [value as DeskId, 0]))
      for (const { value, entries } of [...own.value.desks, ...theirs.value.desks]) {
        byDesk.set(value as DeskId, (byDesk.get(value as DeskId) ?? 0) + entries)
      }
      const takenOver = own.value.desks.reduce((sum, { entries }) => sum + entries, 0)
      const named = [...copies.labels].map(([desk, label]) => ({ desk, label, entries: byDesk.get(desk) ?? 0 }))
      return success({
        currencies: both('currencies'), who: both('who'), errorCodes: both('errorCodes'), merchants: both('merchants'),
        profiles: own.value.profiles,
        desks: [{ desk: 'this-desk', label: member.label, entries: all.value.count - takenOver }, ...named],
      })
    },
    async cardPayments(card) {
      const own = await journal.cardPayments(card)
      if (!own.ok) return own
      const copies = await others()
      if (copies === null) return own
      const cardReference = own.value?.cardReference ?? card.cardReference
      const theirs = await copies.port.cardPayments({ ...card, cardReference })
      if (!theirs.ok || theirs.value === null) return own
      if (own.value !== null) return success({ ...own.value, payments: own.value.payments + theirs.value.payments })
      const here = await journal.cardPayments({ entryId: null, cardReference: theirs.value.cardReference })
      return success({ ...theirs.value, payments: theirs.value.payments + (here.ok ? here.value?.payments ?? 0 : 0) })
    },
    async entry({ entryId }) {
      const own = await journal.entry({ entryId })
      if (!own.ok) return own
      const copies = own.value === null || own.value.row.sentBy !== undefined ? await others() : null
      if (own.value !== null) {
        return success({ ...own.value, row: labelled(own.value.row, copies?.labels ?? new Map()) })
      }
      const theirs = await copies?.port.entry({ entryId })
      if (copies === null || theirs?.ok !== true || theirs.value === null) return success(null)
      return success({ ...theirs.value, row: copied(theirs.value.row, copies) })
    },
    async entriesOfOthers(order) {
      const copies = await others()
      const theirs = order.merchantKey === null ? undefined : await copies?.port.orderEntries(order)
      if (copies === null || theirs?.ok !== true) return []
      return theirs.value.entries.map((detail) => ({ ...detail, row: copied(detail.row, copies) }))
    },
  }
}

/** Choices of both, most frequent first. */
function added(own: HistoryChoices['who'], theirs: HistoryChoices['who']): HistoryChoices['who'] {
  const entries = new Map(own.map((choice) => [choice.value, choice.entries]))
  for (const choice of theirs) entries.set(choice.value, (entries.get(choice.value) ?? 0) + choice.entries)
  return [...entries].map(([value, count]) => ({ value, entries: count }))
    .sort((one, other) => other.entries - one.entries || (one.value < other.value ? -1 : 1))
}

