import { expect, it } from 'vitest'
import { success } from '#shared/result.ts'
import { shownMessage, spokenText } from '../../../renderer/ui/messages/announcer.ts'
import CopyButton from '../../../renderer/ui/buttons/CopyButton.vue'
import IdText from '../../../renderer/ui/values/IdText.vue'
import { fakeMain } from '../support/bridge.ts'
import { button, click, show, words } from '../support/mount.ts'

const serialNumber = '00000000-0000-0000-0000-000002d9b22a'

it('copies through main and announces that to screen readers', async () => {
  const main = fakeMain({ 'app.copy': () => success(null) })
  show(CopyButton, { props: { text: serialNumber, thing: 'serial number' } })
  await click(button('Copy serial number'))
  expect(main.inputsOf('app.copy')).toEqual([{ text: serialNumber }])
  expect(spokenText.value.trim()).toBe('Copied for 30 seconds: serial number')
})

it('lets main keep only text for other people on the clipboard', async () => {
  const main = fakeMain({ 'app.copy': () => success(null) })
  show(CopyButton, { props: { text: serialNumber, thing: 'serial number', lasting: true } })
  await click(button('Copy serial number'))
  expect(main.inputsOf('app.copy')).toEqual([{ text: serialNumber, lasting: true }])
  expect(spokenText.value.trim()).toBe('Copied: serial number')
})

it('announces a repeated copy again', async () => {
  fakeMain({ 'app.copy': () => success(null) })
  show(CopyButton, { props: { text: '1', thing: 'order id' } })
  await click(button('Copy order id'))
  const first = spokenText.value
  await click(button('Copy order id'))
  expect(spokenText.value).not.toBe(first)
  expect(spokenText.value.trim()).toBe('Copied for 30 seconds: order id')
})

it('never claims to have copied what main did not copy', async () => {
  fakeMain({})
  show(CopyButton, { props: { text: '1', thing: 'order id' } })
  await click(button('Copy order id'))
  expect(shownMessage.value).toMatchObject({ kind: 'bad', text: 'Could not copy order id' })
})

it('has the whole id in the page, however little of it is visible', async () => {
  const main = fakeMain({ 'app.copy': () => success(null) })
  const { element } = show(IdText, { props: { value: serialNumber, thing: 'serial number' } })
  expect(words(element)).toBe(serialNumber)
  await click(button('Copy serial number'))
  expect(main.inputsOf('app.copy')).toEqual([{ text: serialNumber }])
})
