/** The part of the bridge's contract that is about open outcomes. */
import { entryIdSchema } from '../model/values/branded.ts'
import { openOutcomeSchema } from '../model/payments/resolution.ts'
import { z } from '../model/values/zod.ts'
import { call } from './authority.ts'
import { reason } from './parts.ts'
import { asking, ofRealEntry, person, whereProductionIs } from './rules.ts'

const nothing = z.null()

export const resolutionCalls = {
  /**
   * Every open outcome of any age, with the state of its checks: unknown, then error, then sent twice, then
   * processing; oldest first within each.
   */
  'resolution.list': call({ input: nothing, output: z.array(openOutcomeSchema), authority: person }),
  /**
   * A person closes an open outcome. After the waiting time "not found" counts as "not charged" and an error as "no
   * money moved"; a collision counts as compared. Refused before.
   */
  'resolution.close': call({
    input: z.object({ entryId: entryIdSchema, reason }), output: nothing,
    authority: { ...person, proof: whereProductionIs, box: { kind: 'first', when: ofRealEntry } },
  }),
  /** Closes a refund, void or capture that stays unknown, once the order asked right now has a final status. */
  'resolution.giveUp': call({
    input: z.object({ entryId: entryIdSchema, reason }), output: nothing,
    authority: asking(whereProductionIs, 'first', ofRealEntry),
  }),
} as const
