import { operations, replyKindOf } from '#shared/gateway/operations/operations.ts'
import { replyGroups, type ReplyFieldName, type ReplyGroup } from '#shared/gateway/fields/reply-fields.ts'
import type { Answer, ShownReplyField } from '#shared/model/answers/answer.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { Translate } from '../../../i18n/index.ts'

/** Anything with the fields of a reply: an answer, or the report in the history. */
export interface Replied {
  readonly reply: { readonly fields: readonly ShownReplyField[] } | null
}

/** The first value of a reply field that is not empty; an empty text if there is none. */
export function replyValue(answer: Replied, name: ReplyFieldName): string {
  return answer.reply?.fields.find((field) => field.name === name && field.value !== '')?.value ?? ''
}

export interface ShownGroup {
  readonly group: ReplyGroup
  readonly fields: readonly ShownReplyField[]
}

/** The fields of a reply by group, in the order of the groups; unknown fields have a group too (§2.9). */
export function groupedFields(answer: Replied): ShownGroup[] {
  const all = answer.reply?.fields ?? []
  return replyGroups.flatMap((group) => {
    const fields = all.filter((field) => field.group === group)
    return fields.length === 0 ? [] : [{ group, fields }]
  })
}

/** True for an answer to a status check: its serial number is that of the check, not of the payment (§2.9). */
export function isCheck({ operation }: Pick<Answer, 'operation'>): boolean {
  return replyKindOf(operations[operation]) === 'order-status'
}

/**
 * The label of a field of an answer. `amount` is the initial amount by the interface, and the current one with the
 * gateway variation for it.
 */
export function fieldLabel(
  field: Pick<ShownReplyField, 'name' | 'label'>, answer: Pick<Answer, 'operation'>,
  amountIs: Switches['statusAmountIs'], t: Translate,
): string {
  if (field.name === 'serial-number' && isCheck(answer)) return t('answer.serialNumberOfCheck')
  if (field.name !== 'amount') return field.label
  return t(amountIs === 'initial' ? 'answer.initialAmount' : 'answer.currentAmount')
}
