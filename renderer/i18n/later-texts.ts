/** The texts that only later screens need; they are loaded with the first of these screens. */
import { answer } from './en/answer.ts'
import { batches } from './en/batches.ts'
import { callbacks } from './en/callbacks.ts'
import { card } from './en/card.ts'
import { cardLookup } from './en/card-lookup.ts'
import { columns } from './en/columns.ts'
import { documents } from './en/documents.ts'
import { forms } from './en/forms.ts'
import { inspector } from './en/inspector.ts'
import { letterhead } from './en/letterhead.ts'
import { moreOperations } from './en/more-operations.ts'
import { notes } from './en/notes.ts'
import { order } from './en/order.ts'
import { orderStatus } from './en/order-status.ts'
import { reconcile } from './en/reconcile.ts'
import { registerCard } from './en/register-card.ts'
import { report } from './en/report.ts'
import { threeDSecure } from './en/three-d-secure.ts'

export const laterTexts = {
  forms, columns, batches, answer, orderStatus, order, documents, notes, card, cardLookup, registerCard, moreOperations,
  inspector, report, reconcile, threeDSecure, callbacks, letterhead,
} as const
