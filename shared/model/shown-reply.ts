import { maskReplyFields } from '../gateway/masking.ts'
import { describeReplyField } from '../gateway/reply-fields.ts'
import type { Reply } from '../gateway/reply.ts'
import type { ShownReplyField } from './answer.ts'

/** Every field of a reply, masked, with its label and group. */
export function shownReplyFields({ fields }: Pick<Reply, 'fields'>): ShownReplyField[] {
  return maskReplyFields(fields).map(({ name, value }) => {
    const { label, group, hint } = describeReplyField(name)
    return { name, label, group, value, ...(hint !== undefined && { hint }) }
  })
}
