/** What a text in the quick search is looked up by, and where its suggestions lead. */
import type { RouteLocationRaw } from 'vue-router'
import { looksLikeCallback } from '#shared/gateway/callback.ts'
import { idsInText, isShared, type FoundId } from '#shared/gateway/text-ids.ts'
import type { ProfileView } from '#shared/model/app.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import type { HistoryView } from '#shared/model/history-list.ts'

/** The fields by which a gateway can be asked. */
const askedFields = ['serialNumber', 'orderId', 'merchantOrderId', 'cardReference'] as const
type AskedField = (typeof askedFields)[number]

/** One line under the quick search. */
export type Suggestion =
  | { readonly kind: 'callback' }
  | { readonly kind: 'entry'; readonly row: HistoryRow }
  | { readonly kind: 'list'; readonly text: string; readonly view: HistoryView }
  | { readonly kind: 'ask'; readonly field: AskedField; readonly value: string; readonly profile: ProfileView['profile'] }

/** What the history is searched for: the text as typed, and what it holds if that finds nothing. */
export interface Searches {
  readonly asTyped: string | null
  readonly byId: readonly string[]
}

const longestTyped = 120
const mostById = 6
const mostProfiles = 6

/**
 * What to look for in the history. A long text or one with a masked card number is never looked for as it stands. What
 * many payments share (amount, last four digits, cardholder) is looked for together.
 */
export function searchesOf(text: string): Searches {
  const typed = text.trim()
  const ids = idsInText(text)
  const shared = ids.filter(({ kind }) => isShared(kind)).map(({ value }) => value)
  const own = ids.filter(({ kind }) => !isShared(kind)).map(({ value }) => value).slice(0, mostById)
  const byId = own.length === 0 && shared.length > 0 ? [shared.join(' ')] : own
  const standsForItself = typed !== '' && typed.length <= longestTyped && !/[\r\n]|\dX{2}/.test(typed)
    && !isHandedOver(typed)
  return { asTyped: standsForItself ? typed : null, byId: byId.filter((id) => id !== typed) }
}

/**
 * True for a text that is handed to its screen in memory. SECURITY: a callback holds personal data and a digest; in the
 * address it would stay in the window's history.
 */
export function isHandedOver(text: string): boolean {
  return looksLikeCallback(text)
}

/** Ways to ask a gateway about the ids of a text; the profile in use comes first. None for a text without an id. */
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

/** The fields that an id may belong in; one of digits that nothing names is rather the gateway's order id. */
function fieldsOf({ kind, value }: FoundId): { readonly field: AskedField; readonly value: string }[] {
  const fields = kind === 'id'
    ? /^\d+$/.test(value) ? ['orderId', 'merchantOrderId'] as const : ['merchantOrderId'] as const
    : askedFields.filter((field) => field === kind)
  return fields.map((field) => ({ field, value }))
}

/** Where a suggestion leads. A gateway's form is filled in only: nothing is sent before a person presses its button. */
export function routeOf(suggestion: Suggestion): RouteLocationRaw {
  switch (suggestion.kind) {
    case 'callback': return { path: '/callbacks' }
    case 'entry': return { path: `/payment/${suggestion.row.entryId}` }
    case 'list': return {
      path: '/history', query: { text: suggestion.text, ...(suggestion.view === 'all' && { view: 'all' }) },
    }
    case 'ask': return {
      path: suggestion.field === 'cardReference' ? '/card-lookup' : '/order-status',
      query: { profile: suggestion.profile.id, [suggestion.field]: suggestion.value, fill: '1' },
    }
  }
}
