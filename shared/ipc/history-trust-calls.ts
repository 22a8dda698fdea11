/** The bridge's calls for a history file that is behind the keychain's record. */
import { historyTrustSchema } from '../model/history/history-trust.ts'
import { z } from '../model/values/zod.ts'
import { call } from './authority.ts'
import { reason } from './parts.ts'
import { always, asking, person } from './rules.ts'

const nothing = z.null()

export const historyTrustCalls = {
  'historyTrust.describe': call({ input: nothing, output: historyTrustSchema, authority: person }),
  /** Continues with the present history: from then on the gateway is queried before each payment. */
  'historyTrust.goOn': call({
    input: z.object({ reason }), output: nothing,
    authority: asking(always, 'first', always),
  }),
  /** Ends the query before each payment; `too-early-to-end` before the waiting time is over. */
  'historyTrust.endQuestions': call({
    input: nothing, output: nothing,
    authority: asking(always, 'first', always),
  }),
} as const
