import { maskReplyFields } from '../../gateway/requests/masking.ts'
import { describeReplyField } from '../../gateway/fields/reply-fields.ts'
import type { Reply } from '../../gateway/replies/reply.ts'
import type { ShownReplyField } from './answer.ts'

/** Every field of a reply, masked, with its label and group. */
export function shownReplyFields({ fields }: Pick<Reply, 'fields'>): ShownReplyField[] {
  return maskReplyFields(fields).map(({ name, value }) => {
    const { label, group, hint } = describeReplyField(name)
    return { name, label, group, value, ...(hint !== undefined && { hint }) }
  })
}
