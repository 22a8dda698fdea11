import type { Masked } from '../../brands.ts'
import { readReply, type Reply } from '../../gateway/replies/reply.ts'

/** Reads a reply that the journal kept. Its values are masked; ids, amounts and statuses are unchanged. */
export function readKeptReply(kept: Masked): Pick<Reply, 'fields'> {
  // The stored names have no product word of the gateway.
  return readReply({ httpStatus: 200, contentType: '', body: kept }, 'gw')
}
