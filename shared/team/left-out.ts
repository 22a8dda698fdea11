/**
 * The values that the texts of a record leave out, by its kind. `facts` are permanent; `content` can be removed, and a
 * record without it has these values. A record of a desk has the same texts in its journal and in the team's.
 */
import type { Masked } from '../brands.ts'

const nothing = '' as Masked

export const leftOut = {
  intent: {
    facts: {
      merchantOrderId: null, orderId: null, cardReference: null, minorAmount: null, currency: null,
      enumeratedMinorAmounts: [], gatewayAt: null, reviewed: null, releasesHold: false,
    },
    content: { askedSerialNumber: null, fields: [], signedText: nothing, reason: null },
  },
  outcome: {
    facts: { fault: null, httpStatus: null, status: null, stage: null, orderId: null, errorCode: null },
    content: { serialNumber: null, errorText: null, lastFour: null, reply: null },
  },
  observation: {
    facts: { stage: null, step: null, orderId: null, errorCode: null },
    content: { serialNumber: null, errorText: null, lastFour: null, reply: nothing },
  },
  closing: { facts: { errorCode: null }, content: { reason: nothing, errorText: null, reply: null } },
  note: { facts: { followUp: null }, content: { text: nothing, tags: [] } },
} as const

/** A record that has both texts; the name of its kind is that of its event. */
export type RecordKind = keyof typeof leftOut
