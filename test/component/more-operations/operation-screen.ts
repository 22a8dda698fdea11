import type { FieldKey, FieldValues } from '#shared/gateway/fields/fields.ts'
import { fields } from '#shared/gateway/fields/fields.ts'
import { catalogue, type OperationId } from '#shared/gateway/operations/operations.ts'
import { success } from '#shared/result.ts'
import { anAnswer, aFollow, aReview } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, type } from '../support/mount.ts'
import { exampleValues } from '../../support/fixtures/example-values.ts'
import { text } from '../../support/texts.ts'

type Answers = Parameters<typeof openScreen>[1]

export const card = '4111111111111111'

/** The values that a person types into each form to send it, without proposed ids. */
export const filled = Object.fromEntries(
  catalogue.map((operation) => [operation.id, exampleValues(operation)]),
) as { readonly [Id in OperationId]: FieldValues }

/** Opens an operation's form; merchant order ids are proposed as gc-1, gc-2 and so on. */
export async function openOperation(id: string, answers: Answers = {}, profile = aProfile()) {
  let proposals = 0
  const screen = await openScreen(`/more-operations/${id}`, {
    'payments.proposeOrderId': () => success({ merchantOrderId: `gc-${proposals += 1}` as never }),
    'payments.review': () => success(aReview()),
    'payments.discard': () => success(null),
    'payments.submit': () => success(anAnswer(
      { type: 'async-response', 'gw-order-id': '6768788' },
      { operation: id as OperationId, outcome: { kind: 'accepted', status: 'processing', final: false }, money: 'under-way' },
    )),
    'orders.follow': () => success(aFollow()),
    'operations.perform': () => success(anAnswer(
      { type: 'async-response', 'gw-order-id': '6768788' },
      { operation: id as OperationId, outcome: { kind: 'accepted', status: 'processing', final: false } },
    )),
    ...answers,
  }, [profile])
  await flushScreen()
  return screen
}

const form = (): HTMLFormElement => document.querySelector<HTMLFormElement>('main form')!

/** The control of a field within the form. */
export const control = (key: FieldKey) => field(fields[key].label, form())

export async function fill(values: FieldValues): Promise<void> {
  for (const [key, value] of Object.entries(values) as [FieldKey, string][]) await type(control(key), value)
}

/** Presses the form's own button. */
export async function submit(): Promise<void> {
  await click(document.querySelector<HTMLElement>(`button[type="submit"][form="${form().id}"]`)!)
  await flushScreen()
}

export async function cancel(): Promise<void> {
  await click(button(text('common.cancel')))
  await flushScreen()
}
