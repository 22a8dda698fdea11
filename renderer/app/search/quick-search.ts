/** The searches of the quick search for a text, and the routes of its suggestions. */
import type { RouteLocationRaw } from 'vue-router'
import { idsInText, isShared, type FoundId } from '#shared/gateway/fields/text-ids.ts'
import { withPlainDigits } from '#shared/gateway/numbers/digit-runs.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryView } from '#shared/model/history/history-list.ts'
import type { PastedCharge } from '#shared/pasted-charge.ts'
import { chargesLink } from '../../features/shared/equal-charges/charges-link.ts'
import type { Destination } from './destinations.ts'
import { pastedKind } from './pasted-text.ts'

/** The fields that an order can be looked up by at a gateway. */
const lookupFields = ['serialNumber', 'orderId', 'merchantOrderId', 'cardReference'] as const
type LookupField = (typeof lookupFields)[number]

/** One line under the quick search. */
export type Suggestion =
  | { readonly kind: 'callback' | 'mistake' | 'new-profile' }
  | { readonly kind: 'destination'; readonly destination: Destination }
  | { readonly kind: 'entry'; readonly row: HistoryRow }
  | { readonly kind: 'list'; readonly text: string; readonly view: HistoryView }
  | { readonly kind: 'charged-twice'; readonly charge: PastedCharge }
  | { readonly kind: 'ask'; readonly field: LookupField; readonly value: string; readonly profile: ProfileView['profile'] }

/** The searches in the history: the text as typed and, if that finds nothing, in plain digits and by the ids in it. */
export interface Searches {
  readonly asTyped: string | null
  readonly byId: readonly string[]
}

const longestTyped = 120
const mostById = 6
const mostProfiles = 6

/**
 * The searches for a text. A long text, or one with a masked card number, is not searched as typed. Values that
 * many payments share (amount, last four digits, cardholder) are searched together.
 */
export function searchesOf(text: string): Searches {
  const kind = pastedKind(text)
  if (kind === 'mail') return nothingSearched
  const typed = text.trim()
  const ids = idsInText(text)
  // SECURITY: from a request only values named as ids; any other may be part of a signature.
  if (kind === 'request') return { asTyped: null, byId: ownIds(ids.filter((id) => id.kind !== 'id')) }
  const shared = ids.filter((id) => isShared(id.kind)).map(({ value }) => value)
  const byId = ownIds(ids).length === 0 && shared.length > 0 ? [shared.join(' ')] : ownIds(ids)
  // SECURITY: a callback holds personal data and a digest; in the address it would stay in the window's history.
  const isSearchedAsTyped = typed !== '' && typed.length <= longestTyped && !/[\r\n]|\dX{2}/.test(typed) && kind === null
  const inPlainDigits = isSearchedAsTyped ? [withPlainDigits(typed)] : []
  return {
    asTyped: isSearchedAsTyped ? typed : null,
    byId: [...new Set([...inPlainDigits, ...byId])].filter((id) => id !== typed),
  }
}

/** No searches: for a mail of gateway support, which contains a secret. */
export const nothingSearched: Searches = { asTyped: null, byId: [] }

function ownIds(ids: readonly FoundId[]): string[] {
  return ids.filter(({ kind }) => !isShared(kind)).map(({ value }) => value).slice(0, mostById)
}

/** True if the text is one of the entry's ids, complete. */
export function isNamedBy(row: HistoryRow, text: string): boolean {
  const typed = text.trim().toLowerCase()
  return [row.merchantOrderId, row.orderId, row.serialNumber, row.cardReference, row.bankReference, row.approvalCode]
    .some((id) => id?.toLowerCase() === typed)
}

/**
 * Suggestions to ask a gateway about the ids of a text; the active profile comes first. Empty for a text without an
 * id.
 */
export function askSuggestions(text: string, profiles: readonly ProfileView[], activeId: string | null): Suggestion[] {
  const inOrder = profiles.filter(({ usableHere, blocked }) => usableHere && blocked === null)
    .map(({ profile }) => profile)
    .sort((one, other) => Number(other.id === activeId) - Number(one.id === activeId))
  const [first, ...others] = idsInText(text).flatMap(fieldsOf).slice(0, 3)
  if (first === undefined) return []
  return [
    ...inOrder.slice(0, mostProfiles).map((profile) => ({ kind: 'ask' as const, ...first, profile })),
    ...others.flatMap((one) => inOrder.slice(0, 1).map((profile) => ({ kind: 'ask' as const, ...one, profile }))),
  ]
}

/**
 * The fields that an id may belong to, the most likely first: digits without a name are usually the gateway's order
 * id.
 */
function fieldsOf({ kind, value }: FoundId): { readonly field: LookupField; readonly value: string }[] {
  const fields = kind === 'id'
    ? /^\d+$/.test(value) ? ['orderId', 'merchantOrderId'] as const : ['merchantOrderId'] as const
    : lookupFields.filter((field) => field === kind)
  return fields.map((field) => ({ field, value }))
}

/** The route of a suggestion. A query of a gateway is only filled in; nothing is sent before a person submits it. */
export function routeOf(suggestion: Exclude<Suggestion, { readonly kind: 'destination' }>): RouteLocationRaw {
  switch (suggestion.kind) {
    case 'callback': return { path: '/callbacks' }
    case 'mistake': return { path: '/inspector', query: { find: '1' } }
    case 'new-profile': return { path: '/profiles' }
    case 'entry': return { path: `/payment/${suggestion.row.entryId}` }
    case 'charged-twice': return chargesLink(suggestion.charge)
    case 'list': return {
      path: '/history', query: { text: suggestion.text, ...(suggestion.view === 'all' && { view: 'all' }) },
    }
    case 'ask': return {
      path: suggestion.field === 'cardReference' ? '/card-lookup' : '/order-status',
      query: { profile: suggestion.profile.id, [suggestion.field]: suggestion.value, fill: '1' },
    }
  }
}
