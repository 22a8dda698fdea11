import { operations } from '#shared/gateway/operations.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { success } from '#shared/result.ts'
import type { Exchange } from './exchange.ts'
import { readForm } from './form.ts'
import type { FindPlace } from './place.ts'

/** Reads a card on file back (§2.4). */
export async function lookUpCard(
  exchange: Exchange, findPlace: FindPlace, input: ParsedInput<'cards.lookUp'>,
): Promise<CallAnswer<'cards.lookUp'>> {
  return await performForm(exchange, findPlace, 'get-card-info', { ...input, values: { cardReference: input.cardReference } })
}

/** Registers the card of a first payment for recurrent payments (§2.1, §2.2). */
export async function registerCard(
  exchange: Exchange, findPlace: FindPlace, input: ParsedInput<'cards.register'>,
): Promise<CallAnswer<'cards.register'>> {
  return await performForm(exchange, findPlace, `create-card-ref-${input.version}`, input)
}

async function performForm(
  exchange: Exchange,
  findPlace: FindPlace,
  operationId: 'get-card-info' | 'create-card-ref-v2' | 'create-card-ref-v4',
  input: Pick<ParsedInput<'cards.register'>, 'profileId' | 'entryPoint' | 'values'>,
): Promise<CallAnswer<'cards.lookUp'>> {
  const operation = operations[operationId]
  const place = await findPlace(input.profileId, input.entryPoint)
  if (!place.ok) return place
  const values = readForm(operation, input.values, place.value)
  if (!values.ok) return values
  const done = await exchange.perform({ operation, place: place.value, values: values.value, reason: null })
  return done.ok ? success(done.value.answer) : done
}
