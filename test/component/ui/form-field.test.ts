import { nextTick } from 'vue'
import { expect, it } from 'vitest'
import { h, ref } from 'vue'
import FormField from '../../../renderer/ui/form/FormField.vue'
import TextInput from '../../../renderer/ui/form/TextInput.vue'
import { descriptionOf, field, show, words } from '../support/mount.ts'

const problem = ref('')
const text = ref('x')
const Form = {
  render: () => h(FormField, {
    label: 'Order description', hint: 'Shown to the customer.', problem: problem.value, required: true,
    counter: { used: text.value.length, limit: 3 },
  }, () => h(TextInput, { modelValue: text.value, 'onUpdate:modelValue': (next: string) => { text.value = next } })),
}

it('links label and hint to the control, or the problem instead of the hint', async () => {
  show(Form)
  const control = field('Order description')
  expect(descriptionOf(control)).toContain('Shown to the customer.')
  expect(control.getAttribute('aria-invalid')).toBeNull()

  problem.value = 'Required'
  await nextTick()
  expect(descriptionOf(control)).toContain('Required')
  expect(descriptionOf(control)).not.toContain('Shown to the customer.')
  expect(control.getAttribute('aria-invalid')).toBe('true')
  expect(control.getAttribute('aria-required')).toBe('true')
})

it('keeps everything typed over a limit and shows by how much it is over', async () => {
  show(Form)
  text.value = 'abcdef'
  await nextTick()
  expect(field('Order description').value).toBe('abcdef')
  expect(words()).toContain('6 of 3: 3 too many')
})

it.each([[39, false], [40, true], [51, true]])('counts only near the limit: %i of 50', async (used, isShown) => {
  show(FormField, { props: { label: 'Comment', counter: { used, limit: 50 } } })
  expect(words().includes(`${used} of 50`)).toBe(isShown)
})
