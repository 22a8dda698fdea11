/** The bridge's calls for open outcomes. */
import { entryIdSchema } from '../model/values/branded.ts'
import { openOutcomeSchema } from '../model/payments/resolution.ts'
import { z } from '../model/values/zod.ts'
import { call } from './authority.ts'
import { reason } from './parts.ts'
import { asking, ofRealEntry, person, whereProductionIs } from './rules.ts'

const nothing = z.null()

export const resolutionCalls = {
  /**
   * Every open outcome, of any age, with the state of its checks: unknown, then error, then sent twice, then
   * processing; oldest first within each.
   */
  'resolution.list': call({ input: nothing, output: z.array(openOutcomeSchema), authority: person }),
  /**
   * A person closes an open outcome: "not found" becomes "not charged", an error "no money moved", a collision
   * "compared". Refused before the waiting time is over.
   */
  'resolution.close': call({
    input: z.object({ entryId: entryIdSchema, reason }), output: nothing,
    authority: { ...person, proof: whereProductionIs, box: { kind: 'first', when: ofRealEntry } },
  }),
  /** Closes a refund, void or capture that stays unknown, if the order's status, queried now, is final. */
  'resolution.giveUp': call({
    input: z.object({ entryId: entryIdSchema, reason }), output: nothing,
    authority: asking(whereProductionIs, 'first', ofRealEntry),
  }),
} as const
