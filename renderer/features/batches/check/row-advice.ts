/** Texts about the result of a row's check. */
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import type { Problem } from '#shared/gateway/requests/validation.ts'
import type { DraftRow } from '#shared/model/payments/batch.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { Translate } from '../../../i18n/index.ts'
import { momentText } from '../../../ui/values/time.ts'
import { entryStates, stateText } from '../../shared/entry/entry-state.ts'
import { problemText } from '../../shared/form/problem-text.ts'

/** The text of a problem, "Use a point for decimals: 10.15"; with the field's name unless its cell is marked. */
export function problemLine(problem: Problem, isMarked: boolean, t: Translate): string {
  const text = problemText(problem, t)
  return isMarked ? text : `${fields[problem.field].label}: ${text}`
}

/** The value that the check proposes for a wrong one; null if there is none or several. */
export function proposedValue({ code, details }: Problem): string | null {
  if (code === 'currency-fixed') return details.currency ?? null
  return code === 'amount-comma' && details.second === undefined ? details.first ?? null : null
}

/** What the row may duplicate, or the state of its earlier request; empty without one. */
export function earlierText({ earlier }: Pick<DraftRow, 'earlier'>, t: Translate): string {
  if (earlier === null) return ''
  const what = t(`batches.check.earlier.${earlier.kind}`, { line: earlier.line ?? '' })
  if (earlier.state === null || earlier.at === null) return what
  return t('batches.check.earlierState', { what, state: stateText(earlier.state, t), at: momentText(earlier.at) })
}

/** The card, "VISA •••• 7731", as far as it is known. */
export function draftCardText({ card, notes }: Pick<DraftRow, 'card' | 'notes'>, t: Translate): string {
  if (card === null) return notes.includes('card-not-known') ? t('batches.check.note.card-not-known') : ''
  return [card.brand, card.lastFour === null ? null : `•••• ${card.lastFour}`].filter((part) => part !== null).join(' ')
}

/** Why the row cannot be sent regardless of its cells; empty if there is no such reason. */
export function obstacleText({ obstacle }: Pick<DraftRow, 'obstacle'>, t: Translate): string {
  if (obstacle === null) return ''
  const { code } = obstacle
  const detail = code === 'not-declined' && isEntryState(obstacle.detail) ? stateText(obstacle.detail, t) : obstacle.detail
  return t(`batches.check.obstacle.${code}`, { detail })
}

/** True for a possible duplicate that a person may accept. Any other would be refused when it is sent. */
export function mayAccept({ state, earlier }: Pick<DraftRow, 'state' | 'earlier'>): boolean {
  return state === 'duplicate' && earlier?.kind !== 'same-id' && earlier?.kind !== 'order-busy'
}

const isEntryState = (text: string): text is EntryState => (entryStates as readonly string[]).includes(text)

/** The height of a row in pixels; each problem has two lines. */
export function draftRowHeight(row?: DraftRow): number {
  const problems = row === undefined || row.state === 'left-out' ? 0 : row.problems.length + (row.obstacle === null ? 0 : 1)
  const lines = Math.max(1, problems)
  return 38 + (lines - 1) * 36
}

/** The fields of a row with a problem, each once. */
export function problemFields({ problems, state }: Pick<DraftRow, 'problems' | 'state'>): ReadonlySet<FieldKey> {
  return new Set(state === 'left-out' ? [] : problems.map(({ field }) => field))
}
