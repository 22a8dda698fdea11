// A refused request that is pasted into the inspector, and the tried mistakes if none explains it.
import { expect, test } from 'vitest'
import { controlMutations } from '#shared/inspector/control/mutations.ts'
import type { DiagnosisAnswer } from '#shared/model/answers/diagnosis.ts'
import { success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { text } from '../../support/texts.ts'

const pasted = "curl https://gate.example/gw/api/v2/make-rebill-sale/1001 -d 'amount=10.15&control=00'"
const unexplained: DiagnosisAnswer = {
  verdict: 'unexplained', compared: 'signature', causes: [], suspicion: null, alsoPossible: [], tried: 4_711, findings: [],
  recognised: {
    form: 'curl', authentication: 'control', operation: 'recurrent-payment', entryPoint: '1001',
    profile: { id: aProfile().profile.id, name: 'Acme Shop', by: 'current' },
  },
  expected: null, corrected: null, vector: null, sides: null,
}

async function openFinder() {
  const screen = await openScreen('/inspector?find=1', {
    'inspector.diagnose': () => success(unexplained), 'inspector.cancelDiagnosis': () => success(null),
  })
  await flushScreen()
  return screen
}

async function paste(): Promise<void> {
  const box = field(text('inspector.find.text'))
  box.dispatchEvent(new Event('paste', { bubbles: true }))
  await type(box, pasted)
  await flushScreen()
}

test('a request without an explanation lists each tried mistake below the likely cause', async () => {
  const { content } = await openFinder()
  await paste()
  const [first] = controlMutations
  expect(words(content)).not.toContain(first!.explanation)
  await click(button(new RegExp(`^${text('inspector.find.tried')}`)))
  expect(words(content)).toContain(first!.explanation)
  expect(words(content)).toContain('4,711')
})

test('a text pasted into the empty field, or without a focused field, is diagnosed immediately', async () => {
  const { inputsOf } = await openFinder()
  await paste()
  expect(inputsOf('inspector.diagnose').map((input) => input.text)).toEqual([pasted])
  // A typed or edited text is not diagnosed automatically.
  await type(field(text('inspector.find.text')), `${pasted} `)
  const data = new DataTransfer()
  data.setData('text/plain', 'another request')
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
  document.querySelector('h1')!.dispatchEvent(event)
  await flushScreen()
  expect(inputsOf('inspector.diagnose').map((input) => input.text)).toEqual([pasted, 'another request'])
})

test('a mail of gateway support is refused before its secret is drawn', async () => {
  const { inputsOf, content } = await openFinder()
  const data = new DataTransfer()
  data.setData('text/plain', 'Login: acme\nEndpoint: 1001\nControl key: not-a-real-secret')
  for (const place of [field(text('inspector.find.text')), document.querySelector('h1')!]) {
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
    place.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
  }
  await flushScreen()
  expect(words(document.body)).toContain(text('inspector.find.isMail'))
  expect(words(content)).not.toContain('not-a-real-secret')
  expect(inputsOf('inspector.diagnose')).toEqual([])
})
