import { nextTick, onMounted, watch } from 'vue'
import type { FieldForm } from '../shared/form/field-form.ts'

/**
 * A form that opens for a card on file may contain the customer's IP address of its last payment. The address belongs
 * to this card, so it is cleared when another reference is entered. `isTouched` is false for an example.
 */
export function useAddressOfCard(form: FieldForm, isTouched: () => boolean): void {
  let address = ''

  onMounted(async () => {
    await nextTick()
    const { cardReference = '', customerIpAddress = '' } = form.values.value
    if (cardReference !== '' && isTouched()) address = customerIpAddress
  })

  watch(() => form.values.value.cardReference, (_now, before = '') => {
    if (before === '' || address === '') return
    if (form.values.value.customerIpAddress === address) form.type('customerIpAddress', '')
    address = ''
  })
}
