/** Words that the search of the list reads as conditions. */
import { operationIds, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { MerchantKey } from '#shared/brands.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { isOpen, type EntryState } from '#shared/model/history/history.ts'
import type { HistoryView } from '#shared/model/history/history-list.ts'
import { merchantPartsOf } from '#shared/model/profiles/merchant.ts'
import type { SearchWords } from '#shared/typed-search.ts'
import type { Translate } from '../../../i18n/index.ts'
import { entryStates, stateText } from '../../shared/entry/entry-state.ts'

/** Words for states, for the types that a view lists, and for merchants by names of profiles and logins. */
export function searchWords(
  { view, profiles, merchants, t }: {
    view: HistoryView; profiles: readonly ProfileView[]; merchants: readonly MerchantKey[]; t: Translate
  },
): SearchWords {
  return { states: stateWords(t), operations: typeWords(view, t), merchants: merchantWords(profiles, merchants) }
}

function stateWords(t: Translate): SearchWords['states'] {
  const some = (text: string, states: readonly EntryState[]): (readonly [string, readonly EntryState[]])[] =>
    listed(text).map((word) => [word, states] as const)
  return new Map([
    ...entryStates.map((state) => [phrase(stateText(state, t)), [state]] as const),
    ...some(t('history.searchWords.open'), entryStates.filter(isOpen)),
    ...some(t('history.searchWords.processing'), ['processing']), ...some(t('history.searchWords.sending'), ['sending']),
    ...some(t('history.searchWords.filtered'), ['filtered']),
  ])
}

function typeWords(view: HistoryView, t: Translate): SearchWords['operations'] {
  const words = new Map<string, readonly OperationId[]>()
  const add = (word: string, id: OperationId): void => { words.set(word, [...words.get(word) ?? [], id]) }
  for (const id of operationIds.filter((one) => view === 'all' || touchesMoney(operations[one]))) {
    const name = withoutVersion(phrase(t(`operation.${id}.name`)))
    const { kind } = operations[id]
    const ofKind = kind === 'charge' || kind === 'hold' ? listed(t(`history.searchWords.${kind}`)) : []
    for (const word of new Set([name, `${name}s`, ...ofKind])) add(word, id)
  }
  return words
}

/** A word that names two merchants stays text, which finds both. */
function merchantWords(profiles: readonly ProfileView[], recorded: readonly MerchantKey[]): SearchWords['merchants'] {
  const named = profiles.flatMap(({ profile: { name }, historyKey }) =>
    (historyKey === null ? [] : [[phrase(name), historyKey] as const]))
  const keys = new Set([...named.map(([, key]) => key), ...recorded])
  const logins = [...keys].flatMap((key) => {
    const parts = merchantPartsOf(key)
    return parts === null ? [] : [[phrase(parts.login), key] as const]
  })
  const all = [...named, ...logins]
  return new Map(all.filter(([word, key]) =>
    word.length > 1 && !word.includes('"') && all.every(([other, otherKey]) => other !== word || otherKey === key)))
}

function phrase(text: string): string {
  return text.trim().toLowerCase().split(/\s+/u).join(' ')
}

/** People type "payout (v2)" as "payout". */
function withoutVersion(name: string): string {
  return name.replace(/ \(v\d\)$/, '')
}

function listed(text: string): readonly string[] {
  return text.split(',').map(phrase)
}
