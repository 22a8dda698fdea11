import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Exchange } from './exchange.ts'
import { performOperation } from './operations.ts'
import type { FindPlace } from './place.ts'

/** Reads a card on file back (§2.4). */
export async function lookUpCard(
  exchange: Exchange, findPlace: FindPlace, { cardReference, ...input }: ParsedInput<'cards.lookUp'>,
): Promise<CallAnswer<'cards.lookUp'>> {
  return await performOperation(exchange, findPlace, {
    ...input, operation: 'get-card-info', values: { cardReference }, confidential: {},
  })
}

/** Registers the card of a first payment for recurrent payments (§2.1, §2.2). */
export async function registerCard(
  exchange: Exchange, findPlace: FindPlace, { version, ...input }: ParsedInput<'cards.register'>,
): Promise<CallAnswer<'cards.register'>> {
  return await performOperation(exchange, findPlace, { ...input, operation: `create-card-ref-${version}`, confidential: {} })
}
