/** The entries of the journal: searched, read, counted, exported. */
export { alertCalls } from './alerts.ts'
export { cardCalls } from './cards.ts'
export { chargeCalls, equalChargesOf } from './equal-charges.ts'
export { exporter, type Exports } from './export.ts'
export { mergedHistory, type History } from './merged.ts'
export { reportCalls } from './report/index.ts'
export { todayCalls } from './today.ts'
export { keptReplies, keptReplyField, lastReported, type KeptReply } from './kept-reply.ts'
