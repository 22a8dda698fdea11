import { api } from '../../../app/api.ts'
import type { FieldForm } from './field-form.ts'

/** Fills a new merchant order id into a form, unless a person has typed one meanwhile. */
export async function proposeMerchantOrderId(form: Pick<FieldForm, 'values' | 'type'>): Promise<void> {
  const idInForm = (): string => form.values.value.merchantOrderId ?? ''
  const before = idInForm()
  const proposed = await api.call('payments.proposeOrderId')
  if (proposed.ok && idInForm() === before) form.type('merchantOrderId', proposed.value.merchantOrderId)
}
