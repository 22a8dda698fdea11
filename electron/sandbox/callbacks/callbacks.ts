/** Sends server callbacks when an order or later transaction is final, and repeats them until accepted (§6). */
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import type { Books } from '../orders/books.ts'
import type { CallbackSender } from './callback-sender.ts'
import { loopbackUrl } from '../http/loopback.ts'
import type { OrderRecord, Transaction } from '../orders/orders.ts'
import { resultFields, withQuery } from '../orders/result-fields.ts'
import { orderStateOf, transactionState } from '../orders/transaction-state.ts'

/** Runs work after so many milliseconds; the returned function cancels it. */
export type After = (milliseconds: number, run: () => void) => () => void

export interface CallbackParts {
  readonly books: Books
  readonly sender: CallbackSender
  readonly after: After
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly merchantControl: string
  readonly productWord: string
  /** Called if the ledger cannot be written; the callback may then be repeated after the next start. */
  readonly onDefect: (error: unknown) => void
}

export interface Callbacks {
  /** Sends the callbacks of an order that changed, once they are due. */
  watch(orderId: string): void
  /** After a start: sends results that became final since, or were not accepted before. */
  resume(): void
  /** Sends nothing more. */
  close(): void
}

/** The most repeats after the first delivery (addendum 9). */
export const mostRepeats = 30

/** Results older than this, in milliseconds, are no longer sent: 14 days (addendum 9). */
const notifiesWithin = 14 * 86_400_000

/** Milliseconds before a repeat: one second, then twice as long each time, at most a minute. */
export function pauseBefore(repeat: number): number {
  return Math.min(1_000 * 2 ** (repeat - 1), 60_000)
}

/** Creates the sender of callbacks. */
export function createCallbacks(
  { books, sender, after, now, merchantControl, productWord, onDefect }: CallbackParts,
): Callbacks {
  const begun = new Set<string>()
  const waiting = new Set<() => void>()
  let open = true

  const later = (milliseconds: number, run: () => void) => {
    const cancel = after(milliseconds, () => {
      waiting.delete(cancel)
      if (open) run()
    })
    waiting.add(cancel)
  }
  const deliver = async (serialNumber: string, url: string, repeat: number): Promise<void> => {
    const taken = await sender.deliver(url)
    if (!open) return
    if (taken || repeat >= mostRepeats) finish(serialNumber, taken)
    else later(pauseBefore(repeat + 1), () => { void deliver(serialNumber, url, repeat + 1) })
  }
  const finish = (serialNumber: string, taken: boolean) => {
    try {
      books.recordCallback({ at: new Date(now()).toISOString(), callbackOf: serialNumber, taken })
    } catch (error) {
      onDefect(error)
    }
  }
  const check = (record: OrderRecord, transaction: Transaction | null) => {
    const { serialNumber } = transaction ?? record.order
    const address = loopbackUrl(record.order.callbackUrl ?? '')
    if (address === null || begun.has(serialNumber) || books.isNotified(serialNumber)) return
    const moment = now()
    const currentState = transaction === null ? orderStateOf(record, moment) : transactionState(transaction, moment)
    if (isFinalStatus(currentState.status)) {
      if (moment - Date.parse(currentState.settledAt) > notifiesWithin) return
      begun.add(serialNumber)
      const card = books.cardOf(record.order)
      const fields = resultFields({ record, transaction, card, now: moment, merchantControl, productWord })
      void deliver(serialNumber, withQuery(address.href, fields), 0)
      return
    }
    const finalIn = Date.parse(currentState.settledAt) - moment
    if (finalIn > 0) later(finalIn, () => { check(record, transaction) })
  }

  return {
    watch(orderId) {
      const record = books.orderById(orderId)
      if (record === null) return
      for (const subject of [null, ...record.transactions]) check(record, subject)
    },
    resume() {
      for (const { order } of books.orders()) this.watch(order.orderId)
    },
    close() {
      open = false
      for (const cancel of waiting) cancel()
      waiting.clear()
      sender.close()
    },
  }
}
