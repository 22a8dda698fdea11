/** Why a row is excluded, as a sentence for the file of problems. */
import { fields } from '#shared/gateway/fields/fields.ts'
import type { Problem } from '#shared/gateway/requests/validation.ts'
import type { RowObstacle } from '#shared/model/payments/batch.ts'
import { problemTexts } from '#shared/problem-texts.ts'
import { fillText } from '../../../common/boxes/fill-text.ts'
import type { Earlier, StateRow, Verdict } from './state.ts'

const obstacles: Readonly<Record<RowObstacle, string>> = {
  'over-limit': 'Over the limit of one payment: {detail}.',
  'other-profile': 'It belongs to another profile: {detail}.',
  'not-declined': 'Only a final decline is charged again; its state is {detail}.',
  'without-card': 'The payment has no card reference.',
  'not-an-order': 'It is not a payment with an order of its own.',
  'other-desk': 'Another desk sent it.',
  'no-such-entry': 'It is not in the history.',
}

const earlierTexts: Readonly<Record<Earlier['kind'], string>> = {
  'row': 'Equal to line {line}.',
  'same-id': 'Has the same merchant order id as line {line}.',
  'order-busy': 'Another refund, void or capture of the order has an open outcome.',
  'merchant-order-id-used': 'Sent before: {state}, {at}.',
  'equal-payment': 'An equal payment was sent: {state}, {at}.',
  'equal-refund': 'Done before: {state}, {at}.',
  'other-desk': 'Another desk sent it: {state}, {at}.',
}

/** Everything that excludes a row, in one text; empty for a row that is ready. */
export function reasonText({ facts }: StateRow, { state, earlier }: Verdict): string {
  switch (state) {
    case 'ready': return ''
    case 'left-out': return 'Left out by a person.'
    case 'problem': {
      const obstacle = facts?.obstacle ?? null
      const own = obstacle === null ? [] : [fillText(obstacles[obstacle.code], { detail: obstacle.detail })]
      return [...own, ...(facts?.problems ?? []).map(problemSentence)].join(' ')
    }
    case 'duplicate':
    case 'done-before':
      return earlier === null ? '' : fillText(earlierTexts[earlier.kind], {
        line: String(earlier.line ?? ''), state: earlier.state ?? '', at: earlier.at ?? '',
      })
  }
}

function problemSentence({ field, code, details }: Problem): string {
  const parts = problemTexts[code].split(' | ')
  const chosen = parts.length === 1 ? parts[0] : parts[Math.min(Number(details.allowed ?? 0), parts.length - 1)]
  const text = fillText(chosen ?? '', details)
  return `${fields[field].label}: ${text.endsWith('.') ? text : `${text}.`}`
}
