/**
 * The default values of a record, by its kind; its stored texts omit them. `facts` are permanent. `content` can be
 * removed: a record without it has these values. A desk's journal and the team's store the same texts of a record.
 */
import type { Masked } from '../brands.ts'

const nothing = '' as Masked

export const recordDefaults = {
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

/** The kinds of records that consist of facts and content. An event has the name of its record's kind. */
export type RecordKind = keyof typeof recordDefaults
