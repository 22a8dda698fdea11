import { nextTick } from 'vue'
import { expect, it } from 'vitest'
import ExampleValues from '../../../renderer/features/shared/ExampleValues.vue'
import { button, show } from '../support/mount.ts'

const examples = ['1000001', '1000002', '1000003'].map((id) => ({ id, label: id }))
const stops = () => [...document.querySelectorAll<HTMLElement>('[role="toolbar"] [tabindex="0"]')]

async function press(key: string): Promise<void> {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await nextTick()
}

it('is one stop for Tab, and the arrow keys, Home and End move from example to example', async () => {
  show(ExampleValues, { props: { examples } })
  expect(stops()).toEqual([button('1000001')])
  button('1000001').focus()
  await press('ArrowRight')
  expect(document.activeElement).toBe(button('1000002'))
  expect(stops()).toEqual([button('1000002')])
  await press('End')
  expect(document.activeElement).toBe(button('1000003'))
  await press('ArrowRight')
  expect(document.activeElement).toBe(button('1000001'))
  await press('ArrowUp')
  expect(document.activeElement).toBe(button('1000003'))
  await press('Home')
  expect(stops()).toEqual([button('1000001')])
})
