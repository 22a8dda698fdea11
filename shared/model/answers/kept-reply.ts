import type { Masked } from '../../brands.ts'
import { readReply, type Reply } from '../../gateway/replies/reply.ts'

/** Parses a reply stored in the journal. Its values are masked; ids, amounts and statuses are unchanged. */
export function readKeptReply(kept: Masked): Pick<Reply, 'fields'> {
  // The stored names have no product word.
  return readReply({ httpStatus: 200, contentType: '', body: kept }, 'gw')
}
