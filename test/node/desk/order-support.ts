/** Orders to refund, void and capture at the sandbox, and following them to their end. */
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { CallOutput, ParsedInput } from '#shared/ipc/contract.ts'
import type { Answer, Follow } from '#shared/model/answers/answer.ts'
import type { Opened, OrderPage } from '#shared/model/payments/order.ts'
import type { LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'
import { charge, endpoint, type TestDesk } from './support.ts'

export const confirm = { reason: null, acceptUnverifiedCard: false }

export interface Sold {
  readonly orderId: OrderId
  readonly merchantOrderId: MerchantOrderId
  readonly answer: Answer
}

export async function stateOf(desk: TestDesk, { entryId }: Pick<Answer, 'entryId'>): Promise<string> {
  return (await desk.call('history.entry', { entryId })).row.state
}

/** The payment that a key opened; throws for anything else. */
export function asPayment(opened: Opened): OrderPage {
  if (opened.kind !== 'payment') throw new Error(`A payment was expected, not a ${opened.kind}.`)
  return opened
}

/** Advances the clock from poll to poll until the desk reports that following ended. */
export async function followed(desk: TestDesk, { entryId }: Pick<Answer, 'entryId'>): Promise<Follow> {
  const last = () => desk.events.filter((event) => event.name === 'orders.followed')
    .map((event) => event.payload as Follow).findLast((follow) => follow.entryId === entryId)
  // Not with every look: while a slow machine waits for a reply, so much time would pass that the desk's check of open
  // outcomes asks for the order too.
  let seen: Follow | null | undefined = null
  let looks = 0
  await expect.poll(async () => {
    const newest = last()
    if (newest !== seen || (looks += 1) % 20 === 0) await desk.clock.pass(5_000)
    seen = newest
    return last()?.ended ?? null
  }, { timeout: 30_000 }).not.toBeNull()
  return last()!
}

/** An order of 10.15 USD that was charged and followed to its end. */
export async function sell(desk: TestDesk, changes: Record<string, string> = {}): Promise<Sold> {
  return await sold(desk, await charge(desk, changes))
}

/** The same from an existing answer. */
export async function sold(desk: TestDesk, answer: Answer): Promise<Sold> {
  await followed(desk, answer)
  return { orderId: answer.orderId!, merchantOrderId: answer.merchantOrderId!, answer }
}

/** A refund, void or capture of an order as its form submits it. */
export function actionForm(
  desk: TestDesk, { orderId, merchantOrderId }: Sold, operation: 'return' | 'void' | 'capture',
  values: Record<string, string> = {},
): ParsedInput<'payments.review'> {
  const ids = { orderId, merchantOrderId }
  return { profileId: desk.profileId, entryPoint: endpoint, operation, values: { ...ids, ...values }, confidential: {} }
}

/** Reviews and confirms a refund, void or capture. */
export async function act(
  desk: TestDesk, order: Sold, operation: 'return' | 'void' | 'capture', values: Record<string, string> = {},
  reason: string | null = null,
): Promise<CallOutput<'payments.submit'>> {
  const { intentId } = await desk.call('payments.review', actionForm(desk, order, operation, values))
  return await desk.call('payments.submit', { intentId, reason, acceptUnverifiedCard: false })
}

/** The refunds, voids and captures in the gateway's ledger: the truth about money. */
export function carriedOut(desk: TestDesk): LedgerLine[] {
  const actions = ['return', 'void', 'capture']
  return desk.ledger().filter((line) => actions.includes(line.operation) && line.refused === undefined)
}

/** The form of a sale or preauthorisation with a published test card number. */
export function cardForm(
  desk: TestDesk, operation: 'sale' | 'preauth', changes: Record<string, string> = {},
): ParsedInput<'payments.review'> {
  return {
    profileId: desk.profileId, entryPoint: endpoint, operation,
    values: {
      merchantOrderId: `test-${randomBytes(5).toString('hex')}`, orderDescription: 'Boots', amount: '10.15', currency: 'USD',
      customerIpAddress: '203.0.113.9', cardHolder: 'TEST HOLDER', expireMonth: '12', expireYear: '39', ...changes,
    },
    confidential: { cardNumber: '4111 1111 1111 1111', cardVerificationValue: '111' },
  }
}
