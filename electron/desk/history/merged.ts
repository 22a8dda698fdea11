/**
 * The history for the page: this desk's history, and in a team the other desks' entries from copies of their logs. An
 * entry in this desk's history (its own, or adopted) is read only from there. No rule about money uses this.
 */
import type { DeskId, MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryChoices, HistoryFilter, HistoryPage, HistoryQuery } from '#shared/model/history/history-list.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { OtherDesksPort } from '../../journal/other-desks/port.ts'
import type { MerchantAt, PageQuery } from '../../journal/port.ts'
import type { CallsOf } from '../calls.ts'
import type { Services } from '../services.ts'
import { listedDesks, withAllIds, type ListedDesk } from './listed-desks.ts'
import { ended, mergePages, nothingMore, reachedBy, type PageOfOne } from './merged-pages.ts'

type OfProfile = Pick<HistoryRow, 'profileId' | 'merchantKey'>
type Ports = Pick<Services, 'journal' | 'otherDesks' | 'profiles' | 'membership'>
export interface History {
  readonly calls: Omit<CallsOf<'history'>, 'history.chargesAround' | 'history.export' | 'history.cancelExport'>
  /** Like `history.search`, for a file: fails if the other desks' part cannot be read. */
  searchWhole(query: HistoryQuery): ReturnType<CallsOf<'history'>['history.search']>
  /** The copies of the other desks' logs; null without a team, and if they cannot be used. */
  others(): Promise<OtherDesksPort | null>
  /** A row with the name of its desk, if that is another one. */
  shown(row: HistoryRow, isCopy: boolean): Promise<HistoryRow>
  /** Adds the sending desk's notes to an entry that this desk adopted. */
  withNotes(detail: EntryDetail): Promise<EntryDetail>
  /** Sets the profile of a copied row or sum to this desk's profile of the same merchant. */
  profileHere<Row extends OfProfile>(row: Row): Row
  /**
   * How the amounts of an entry are read: by its profile or, if that was removed, by another profile of its merchant.
   */
  readonly readingOf: (row: OfProfile) => Switches['minorUnitDigits']
  /** Entries of other desks about an order, oldest first. */
  entriesOfOthers(order: MerchantAt & {
    readonly orderId: OrderId | null; readonly merchantOrderId: MerchantOrderId | null; readonly limit: number
  }): Promise<readonly EntryDetail[]>
}

const everything: HistoryFilter = { text: '', states: [], operations: [], profileId: null, view: 'all' }

/** The failure of a file that would be incomplete. */
export const othersLost: Failure = { code: 'file-unwritable', detail: 'The entries of other desks cannot be read.' }

/** The calls that both have in common. */
type Lists = Pick<OtherDesksPort, 'search' | 'list'>

/** Creates the merged history. Unusable copies yield nothing; the state of the team reports that. */
export function mergedHistory({ journal, otherDesks, profiles, membership }: Ports): History {
  /** The names of the desks as last read. */
  let labels: ReadonlyMap<DeskId, string> = new Map()

  const others = async (): Promise<OtherDesksPort | null> =>
    (membership.read() === null ? null : await otherDesks.port())

  async function readLabels(): Promise<typeof labels> {
    const state = await (await others())?.state()
    if (state?.ok === true) labels = new Map(state.value.desks.map(({ deskId, label }) => [deskId, label]))
    return labels
  }

  /** See `listedDesks`; none if the copies cannot be used. */
  async function listed(): Promise<readonly ListedDesk[]> {
    const state = await (await others())?.state()
    return state?.ok === true ? await listedDesks(state.value, journal) : []
  }

  /** The filter with every id of its desks. */
  async function ofAllIds<Filter extends HistoryFilter>(filter: Filter): Promise<Filter> {
    const chosen = filter.desks ?? []
    return chosen.length === 0 ? filter : { ...filter, desks: withAllIds(chosen, await listed()) }
  }

  /** The filter for the copies, with the merchant in place of a profile. Null if it matches nothing of other desks. */
  function filterOfOthers<Filter extends HistoryFilter>(filter: Filter): Filter | null {
    const desks = (filter.desks ?? []).filter((desk) => desk !== 'this-desk')
    if (desks.length === 0 && (filter.desks ?? []).length > 0) return null
    if (filter.profileId === null) return { ...filter, desks }
    const profile = profiles.get(filter.profileId)
    const merchantKey = profile === null ? null : merchantKeyOf(profile)
    if (merchantKey === null || (filter.merchantKey != null && filter.merchantKey !== merchantKey)) return null
    return { ...filter, desks, profileId: null, merchantKey }
  }

  /** This desk's profile of the same merchant, for reading amounts and querying the gateway. */
  function profileHere<Row extends OfProfile>(row: Row): Row {
    const profile = profiles.list().find((one) => merchantKeyOf(one) === row.merchantKey)
    return profile === undefined ? row : { ...row, profileId: profile.id }
  }

  async function shown(row: HistoryRow, isCopy: boolean): Promise<HistoryRow> {
    const { sentBy } = row
    if (sentBy === undefined) return row
    const label = labels.get(sentBy) ?? (await readLabels()).get(sentBy) ?? sentBy.slice(0, 8)
    return isCopy ? { ...profileHere(row), sentByLabel: label, isCopy } : { ...row, sentByLabel: label }
  }

  async function withNotes(detail: EntryDetail): Promise<EntryDetail> {
    const { entryId, sentBy } = detail.row
    const theirs = sentBy === undefined ? undefined : await (await others())?.notes({ entryId })
    return theirs?.ok === true ? { ...detail, notes: theirs.value } : detail
  }

  /** The lines of a page of both lists, each with the list that it comes from. */
  async function page<Line>(
    asked: HistoryQuery, ask: (of: Lists, query: PageQuery) => Promise<Result<PageOfOne<Line>, Failure>>,
    isWhole = false,
  ): Promise<Result<{ readonly lines: { line: Line; isCopy: boolean }[]; readonly next: string | null }, Failure>> {
    const query = await ofAllIds(asked)
    const reached = reachedBy(query.before)
    const copies = reached.others === ended ? null : await others()
    const otherQuery = copies === null ? null : filterOfOthers(query)
    const isMerged = copies !== null && otherQuery !== null
    const [own, theirs] = await Promise.all([
      reached.own === ended ? success(nothingMore) : ask(journal, { ...query, before: reached.own, byTime: isMerged }),
      isMerged ? ask(copies, { ...otherQuery, before: reached.others }) : success(nothingMore),
    ])
    if (!own.ok) return own
    if (isWhole && !theirs.ok) return failed(othersLost)
    return success(mergePages(
      query.order ?? 'newest', query.limit, reached, ofList(own.value, false),
      ofList(theirs.ok ? theirs.value : nothingMore, true),
    ))
  }

  async function search(query: HistoryQuery, isWhole: boolean): Promise<Result<HistoryPage, Failure>> {
    const found = await page(query, async (of, pageQuery) => {
      const answer = await of.search(pageQuery)
      return answer.ok ? success({ ...answer.value, lines: answer.value.rows }) : answer
    }, isWhole)
    if (!found.ok) return found
    const rows = await Promise.all(found.value.lines.map(({ line, isCopy }) => shown(line, isCopy)))
    return success({ rows, next: found.value.next })
  }

  return {
    others,
    searchWhole: (query) => search(query, true),
    shown,
    withNotes,
    profileHere,
    readingOf: (row) => (profiles.get(row.profileId) ?? profiles.get(profileHere(row).profileId))
      ?.switches.minorUnitDigits ?? 'iso-4217',
    calls: {
      'history.search': (query) => search(query, false),
      async 'history.list'(query) {
        const found = await page(query, (of, pageQuery) => of.list(pageQuery))
        if (!found.ok) return found
        const lines = await Promise.all(found.value.lines.map(async ({ line, isCopy }) => ({
          ...line, row: await shown(line.row, isCopy),
          folded: await Promise.all(line.folded.map((row) => shown(row, isCopy))),
        })))
        return success({ lines, next: found.value.next })
      },
      async 'history.totals'({ totalsId, filter: asked }) {
        const [copies, filter] = [await others(), await ofAllIds(asked)]
        const otherQuery = copies === null ? null : filterOfOthers(filter)
        const [own, theirs] = await Promise.all([
          journal.totals({ totalsId, filter }),
          copies === null || otherQuery === null ? null : copies.totals({ totalsId, filter: otherQuery }),
        ])
        if (!own.ok || theirs === null) return own
        // Without the other desks' part the sum would look complete.
        return theirs.ok ? success({ sums: [...own.value.sums, ...theirs.value.sums.map(profileHere)] }) : theirs
      },
      async 'history.cancelTotals'(input) {
        await (await others())?.cancelTotals(input)
        return await journal.cancelTotals(input)
      },
      async 'history.count'(asked) {
        const [copies, filter] = [await others(), await ofAllIds(asked)]
        const otherQuery = copies === null ? null : filterOfOthers(filter)
        const own = await journal.count(filter)
        const theirs = copies === null || otherQuery === null ? null : await copies.count(otherQuery)
        if (!own.ok || theirs?.ok !== true) return own
        const { count, atLeast } = theirs.value
        return success({ count: own.value.count + count, atLeast: own.value.atLeast || atLeast })
      },
      async 'history.choices'() {
        const [own, all] = [await journal.choices(), await journal.count(everything)]
        const theirs = await (await others())?.choices()
        if (!own.ok) return own
        if (!all.ok) return all
        const member = membership.read()
        if (theirs?.ok !== true || member === null || member === 'unreadable') return success({ ...own.value, desks: [] })
        const both = (name: 'currencies' | 'who' | 'errorCodes' | 'merchants' | 'tags' | 'desks') =>
          added(own.value[name], theirs.value[name])
        const sent = new Map(both('desks').map(({ value, entries }) => [value, entries]))
        const adopted = own.value.desks.reduce((sum, { entries }) => sum + entries, 0)
        const named = (await listed()).map(({ desk, label, ids }) =>
          ({ desk, label, entries: ids.reduce((sum, id) => sum + (sent.get(id) ?? 0), 0) }))
        const former = named.find(({ desk }) => desk === 'this-desk')?.entries ?? 0
        return success({
          currencies: both('currencies'), who: both('who'), errorCodes: both('errorCodes'), merchants: both('merchants'),
          profiles: own.value.profiles, tags: both('tags'),
          desks: [{ desk: 'this-desk', label: member.label, entries: all.value.count - adopted + former },
            ...named.filter(({ desk }) => desk !== 'this-desk')],
        })
      },
      async 'history.cardPayments'(card) {
        const own = await journal.cardPayments(card)
        if (!own.ok) return own
        const cardReference = own.value?.cardReference ?? card.cardReference
        const theirs = await (await others())?.cardPayments({ ...card, cardReference })
        if (theirs?.ok !== true || theirs.value === null) return own
        const known = own.value ?? theirs.value
        // The card of a copied entry: with its reference, this desk's entries with that card are counted too.
        const here = own.value === null
          ? await journal.cardPayments({ entryId: null, cardReference: known.cardReference })
          : own
        return success({ ...known, payments: theirs.value.payments + (here.ok ? here.value?.payments ?? 0 : 0) })
      },
      async 'history.entry'({ entryId }) {
        const own = await journal.entry({ entryId })
        if (!own.ok) return own
        const copies = own.value === null ? await others() : null
        const theirs = await copies?.entry({ entryId })
        const found = own.value ?? (theirs?.ok === true ? theirs.value : null)
        if (found === null) return failed({ code: 'no-such-entry' })
        const entry = own.value === null ? found : await withNotes(found)
        return success({ ...entry, row: await shown(entry.row, own.value === null) })
      },
    },
    async entriesOfOthers(order) {
      const theirs = order.merchantKey === null ? undefined : await (await others())?.orderEntries(order)
      if (theirs?.ok !== true) return []
      const { entries } = theirs.value
      return await Promise.all(entries.map(async (detail) => ({ ...detail, row: await shown(detail.row, true) })))
    },
  }
}

function ofList<Line>(
  { lines, ...page }: PageOfOne<Line>, isCopy: boolean,
): PageOfOne<{ line: Line; isCopy: boolean }> {
  return { ...page, lines: lines.map((line) => ({ line, isCopy })) }
}

/** The choices of both, the most frequent first. */
function added(own: HistoryChoices['who'], theirs: HistoryChoices['who']): HistoryChoices['who'] {
  const entries = new Map(own.map((choice) => [choice.value, choice.entries]))
  for (const choice of theirs) entries.set(choice.value, (entries.get(choice.value) ?? 0) + choice.entries)
  return [...entries].map(([value, count]) => ({ value, entries: count }))
    .sort((one, other) => other.entries - one.entries || (one.value < other.value ? -1 : 1))
}

