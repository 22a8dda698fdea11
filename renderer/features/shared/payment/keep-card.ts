import { watch } from 'vue'
import type { FieldKey } from '#shared/gateway/fields.ts'
import type { FieldForm } from '../field-form.ts'

/**
 * Returns a function that empties a form for a further payment but keeps the card reference and the customer's address,
 * never a card number or cvv2. The address belongs to that card: it goes when another card is named.
 */
export function keepCardOnFile(form: FieldForm): () => void {
  let addressOfCard: string | undefined

  watch(() => form.values.value.cardReference, () => {
    if (addressOfCard !== undefined && form.values.value.customerIpAddress === addressOfCard) form.type('customerIpAddress', '')
    addressOfCard = undefined
  })

  return () => {
    const { cardReference = '', customerIpAddress } = form.values.value
    const kept: readonly FieldKey[] = cardReference === '' ? [] : ['cardReference', 'customerIpAddress']
    const given = [...Object.keys(form.typed) as FieldKey[], 'enumeratedAmounts' as const]
    form.clear(given.filter((key) => !kept.includes(key)))
    addressOfCard = cardReference === '' ? undefined : customerIpAddress
  }
}
