/** Operations that touch no money: lookups, registrations and uploads, sent directly from their forms. */
import type { CallsOf } from '../calls.ts'
import type { DeskContext } from '../context.ts'
import { lookUpCard, registerCard } from './cards.ts'
import { performOperation } from './perform.ts'

/** The calls of operations that touch no money. */
export function operationCalls(desk: DeskContext): CallsOf<'operations'> & Pick<CallsOf<'cards'>, 'cards.lookUp' | 'cards.register'> {
  return {
    'cards.lookUp': (input) => lookUpCard(desk, input),
    'cards.register': (input) => registerCard(desk, input),
    'operations.perform': (input) => performOperation(desk, input),
  }
}
