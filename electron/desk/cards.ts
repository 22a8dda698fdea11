import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { OperationSender } from './send-operation.ts'
import { performOperation } from './operations.ts'
import type { FindTarget } from './target.ts'

/** Reads a card on file back (§2.4). */
export async function lookUpCard(
  sender: OperationSender, findTarget: FindTarget, { cardReference, ...input }: ParsedInput<'cards.lookUp'>,
): Promise<CallAnswer<'cards.lookUp'>> {
  return await performOperation(sender, findTarget, {
    ...input, operation: 'get-card-info', values: { cardReference }, confidential: {},
  })
}

/** Registers the card of a first payment for recurrent payments (§2.1, §2.2). */
export async function registerCard(
  sender: OperationSender, findTarget: FindTarget, { version, ...input }: ParsedInput<'cards.register'>,
): Promise<CallAnswer<'cards.register'>> {
  return await performOperation(sender, findTarget, { ...input, operation: `create-card-ref-${version}`, confidential: {} })
}
