import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { DeskContext } from '../context.ts'
import { performOperation } from './perform.ts'

/** Looks up a card on file at the gateway (§2.4). */
export async function lookUpCard(
  desk: DeskContext, { cardReference, ...input }: ParsedInput<'cards.lookUp'>,
): Promise<CallAnswer<'cards.lookUp'>> {
  return await performOperation(desk, {
    ...input, operation: 'get-card-info', values: { cardReference }, confidential: {},
  })
}

/** Registers the card of a first payment for recurrent payments (§2.1, §2.2). */
export async function registerCard(
  desk: DeskContext, { version, ...input }: ParsedInput<'cards.register'>,
): Promise<CallAnswer<'cards.register'>> {
  return await performOperation(desk, { ...input, operation: `create-card-ref-${version}`, confidential: {} })
}
