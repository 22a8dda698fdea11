/** Server callbacks: sent when an order or a later transaction is final, and repeated until they are taken (§6). */
import { isFinalStatus } from '#shared/gateway/order-status.ts'
import type { Books } from './books.ts'
import type { CallbackSender } from './callback-sender.ts'
import { loopbackUrl } from './loopback.ts'
import type { OrderRecord, Transaction } from './orders.ts'
import { resultFields, withQuery } from './result-fields.ts'
import { standingOf, transactionStanding } from './standing.ts'

/** Runs something after so many milliseconds; what it returns calls that off. */
export type After = (milliseconds: number, run: () => void) => () => void

export interface CallbackParts {
  readonly books: Books
  readonly sender: CallbackSender
  readonly after: After
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly merchantControl: string
  readonly productWord: string
}

export interface Callbacks {
  /** Looks at an order after something happened to it. */
  watch(orderId: string): void
  /** Watches every order that is not final; those that are were told before the gateway stopped, or never will be. */
  resume(): void
  /** Sends nothing more. */
  close(): void
}

/** Repeats after the first delivery (addendum 9). */
export const mostRepeats = 30

/** Milliseconds before a repeat: one second, then twice as long each time, a minute at most. */
export function pauseBefore(repeat: number): number {
  return Math.min(1_000 * 2 ** (repeat - 1), 60_000)
}

/** Makes the teller of results. */
export function createCallbacks({ books, sender, after, now, merchantControl, productWord }: CallbackParts): Callbacks {
  const told = new Set<string>()
  const waiting = new Set<() => void>()
  let open = true

  const later = (milliseconds: number, run: () => void) => {
    const callOff = after(milliseconds, () => {
      waiting.delete(callOff)
      if (open) run()
    })
    waiting.add(callOff)
  }
  const deliver = async (url: string, repeat: number): Promise<void> => {
    const taken = await sender.deliver(url)
    if (taken || !open || repeat >= mostRepeats) return
    later(pauseBefore(repeat + 1), () => { void deliver(url, repeat + 1) })
  }
  const look = (record: OrderRecord, transaction: Transaction | null) => {
    const { serialNumber } = transaction ?? record.order
    const address = loopbackUrl(record.order.callbackUrl ?? '')
    if (address === null || told.has(serialNumber)) return
    const moment = now()
    const standing = transaction === null ? standingOf(record, moment) : transactionStanding(transaction, moment)
    if (isFinalStatus(standing.status)) {
      told.add(serialNumber)
      const card = books.cardOf(record.order)
      const fields = resultFields({ record, transaction, card, now: moment, merchantControl, productWord })
      void deliver(withQuery(address.href, fields), 0)
      return
    }
    const settlesIn = Date.parse(standing.settledAt) - moment
    if (settlesIn > 0) later(settlesIn, () => { look(record, transaction) })
  }

  return {
    watch(orderId) {
      const record = books.orderById(orderId)
      if (record === null) return
      for (const subject of [null, ...record.transactions]) look(record, subject)
    },
    resume() {
      for (const record of books.orders()) {
        if (isFinalStatus(standingOf(record, now()).status)) told.add(record.order.serialNumber)
        for (const transaction of record.transactions) {
          if (isFinalStatus(transactionStanding(transaction, now()).status)) told.add(transaction.serialNumber)
        }
        this.watch(record.order.orderId)
      }
    },
    close() {
      open = false
      for (const callOff of waiting) callOff()
      waiting.clear()
      sender.close()
    },
  }
}
