import { expect, test } from 'vitest'
import type { Masked, ProfileId } from '#shared/brands.ts'
import type { DiagnosisAnswer, ShownCause } from '#shared/model/answers/diagnosis.ts'
import type { Inspection } from '#shared/model/answers/inspection.ts'
import type { CallAnswer, CallInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, flushPromises, type, words } from '../support/mount.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { text } from '../../support/texts.ts'

const masked = (value: string) => value as Masked
const pasted = "curl https://gate.example/gw/api/v2/make-rebill-sale/1001 -d 'amount=10.15&control=00'"

const cause: ShownCause = {
  id: 'form-encoding', explanation: 'Spaces were encoded as "+".', fix: 'Encode a blank as %20.', about: null,
  code: [{ language: 'javascript', line: 'encodeURIComponent(value)' }, { language: 'php', line: 'rawurlencode($value)' }],
}
const profile = { id: aProfile().profile.id, name: 'Acme Shop', by: 'current' } as const
const explained: DiagnosisAnswer = {
  verdict: 'explained', compared: 'signature', causes: [cause], suspicion: null, alsoPossible: [], tried: 12, findings: [],
  recognised: { form: 'curl', authentication: 'oauth', operation: 'create-card-ref-v4', entryPoint: '1001', profile },
  expected: { kind: 'base-string', text: 'POST&https%3A%2F%2Fgate.example&a%3Dx%2520y' },
  corrected: 'curl -X POST \'https://gate.example\'', vector: '{"method":"POST"}',
  sides: {
    source: 'proven',
    rows: [
      { part: 'method', name: masked(''), theirs: masked('POST'), ours: masked('POST'), differs: false, moved: false },
      { part: 'parameter', name: masked('order_desc'), theirs: masked('x%2By'), ours: masked('x%2520y'), differs: true, moved: false },
      { part: 'parameter', name: masked('email'), theirs: null, ours: masked('a%2540b'), differs: true, moved: false },
    ],
  },
}

const inspected: Inspection = {
  operation: 'status', method: 'POST', url: 'https://gate.example/gw/api/v2/status/1001', trimmed: [], problems: [], withheld: true,
  fields: [], headers: [{ name: 'Accept', value: masked('text/plain') }], body: masked('login=shop&control={control}'),
  signing: { kind: 'control', parts: [], text: masked('shop{merchant_control}'), control: null },
}

const suspected: DiagnosisAnswer = {
  ...explained, verdict: 'unexplained', causes: [], sides: null,
  suspicion: { id: 'other-secret', explanation: 'Everything but the secret is right.', fix: 'Compare the secrets.', about: 'Acme Shop', keys: [] },
}

type Answer = (input: CallInput<'inspector.diagnose'>) => CallAnswer<'inspector.diagnose'> | Promise<CallAnswer<'inspector.diagnose'>>

async function openFinder(answer: Answer = () => success(explained), profiles = [aProfile()]) {
  const screen = await openScreen('/inspector?find=1', {
    'inspector.diagnose': answer, 'inspector.cancelDiagnosis': () => success(null),
  }, profiles)
  await flushScreen()
  return screen
}
const form = () => field(text('inspector.find.text')).closest('form')!
const find = async (): Promise<void> => {
  await click(document.querySelector<HTMLElement>(`button[form="${form().id}"]`)!)
  await flushScreen()
}
async function look(answer?: Answer) {
  const screen = await openFinder(answer)
  await type(field(text('inspector.find.text')), pasted)
  await find()
  return screen
}

test('calls main with the text exactly as pasted, for the active profile', async () => {
  const { inputsOf } = await openFinder()
  await type(field(text('inspector.find.text')), ` ${pasted}\n`)
  await type(field(text('inspector.find.operation')), 'recurrent-payment')
  await type(field(text('inspector.find.entryPoint')), '117')
  await find()
  expect(inputsOf('inspector.diagnose')).toEqual([{
    runId: expect.stringMatching(/^[0-9a-f-]{36}$/), text: ` ${pasted}\n`, profileId: 'profile-1', isChosen: false,
    operation: 'recurrent-payment', entryPoint: '117',
  }])
})

test('the verdict comes first and gets the focus; then cause, fix and a line of code to copy', async () => {
  const { content, inputsOf } = await look()
  expect(words(document.activeElement!)).toBe('Spaces were encoded as "+".')
  expect(words(content)).toContain('Encode a blank as %20.')
  await click(button(text('ui.copyThing', { thing: text('inspector.find.line', { language: 'JavaScript' }) })))
  expect(inputsOf('app.copy')).toEqual([{ text: 'encodeURIComponent(value)' }])
  await click(button(text('ui.copyThing', { thing: text('inspector.find.expected.base-string') })))
  expect(inputsOf('app.copy').at(-1)).toEqual({ text: 'POST&https%3A%2F%2Fgate.example&a%3Dx%2520y' })
  await click(button(text('ui.copyThing', { thing: text('inspector.find.corrected.label') })))
  expect(inputsOf('app.copy').at(-1)).toEqual({ text: 'curl -X POST \'https://gate.example\'' })
  await click(button(/^A test for your own code/))
  await click(button('Copy Test vector'))
  expect(inputsOf('app.copy').at(-1)).toEqual({ text: '{"method":"POST"}' })
})

test('shows the detected operation, and a link to change it', async () => {
  const { content } = await look()
  expect(words(content)).toMatch(/Form\s?curl command/)
  expect(words(content)).toMatch(/Operation\s?Card registration \(v4\)/)
  await click(button(text('inspector.find.change')))
  expect(document.activeElement).toBe(field(text('inspector.find.profile')))
})

test('both texts are shown with differing characters marked, decoded by a chosen number of layers', async () => {
  const { content } = await look()
  const marks = () => [...content.querySelectorAll('table mark')].map((mark) => mark.textContent)
  expect(marks()).toEqual(['+', '%20'])
  expect(words(content)).toContain(text('inspector.find.sides.absent'))
  expect([...content.querySelectorAll('tbody th')].map((cell) => words(cell))).toEqual(['Method', 'order_descdiffers', 'emailmissing'])
  await click(content.querySelector<HTMLElement>('input[type="radio"][value="2"]')!)
  // Fully decoded, the space itself is the difference, so it is shown by name.
  expect(marks()).toEqual(['+', 'space'])
})

test.each([
  [{ verdict: 'valid', causes: [], sides: null }, text('inspector.find.verdict.valid'), '.notice[data-kind="good"]'],
  [{ verdict: 'unexplained', causes: [], sides: null, tried: 12_345 }, text('inspector.find.verdict.unexplained', { number: '12,345' }), '.notice[data-kind="warning"]'],
  [{ verdict: 'unexplained', causes: [], sides: null, tried: 0, expected: null }, text('inspector.find.verdict.nothingTried'), '.notice[data-kind="warning"]'],
  [{ causes: [{ ...cause, explanation: 'Signed with another key.', about: 'Staging' }] }, text('inspector.find.about', { explanation: 'Signed with another key.', name: 'Staging' }), '.notice[data-kind="bad"]'],
  [{ causes: [cause, { ...cause, id: 'other' }] }, text('inspector.find.verdict.several', { number: '2' }), '.notice[data-kind="bad"]'],
] as const)('the verdict in one sentence: %j', async (changes, sentence, notice) => {
  const { content } = await look(() => success({ ...explained, ...changes }))
  expect(words(document.activeElement!)).toBe(sentence)
  expect(content.querySelector(notice)).not.toBeNull()
})

test('a possible cause is shown as possible, with the other causes of the same text', async () => {
  const { content } = await look(() => success({
    ...explained, findings: [{ id: 'space-at-end', detail: 'White space at the beginning or end of: email' }],
    alsoPossible: [{ ...cause, id: 'other', explanation: 'Another explanation.' }],
  }))
  expect(words(content)).toContain('White space at the beginning or end of: email')
  await click(button(/^Also possible/))
  expect(words(content)).toContain('Another explanation.')
})

test('a failure is shown with the next step', async () => {
  const { content } = await look(() => failed({ code: 'vault-locked' }))
  expect(words(content.querySelector('[role="alert"]')!)).toContain('vault-locked')
})

test('the count increases during the search, and a cancelled search shows how far it was', async () => {
  const waiting = Promise.withResolvers<CallAnswer<'inspector.diagnose'>>()
  const { content, inputsOf, emit } = await look(() => waiting.promise)
  const { runId } = inputsOf('inspector.diagnose')[0]!
  emit('inspector.diagnosing', { runId, tried: 4_096 })
  emit('inspector.diagnosing', { runId: 'another', tried: 9_999 })
  await flushPromises()
  expect(words(content)).toContain('4,096 texts tried so far.')
  await click(button(text('inspector.find.cancel')))
  expect(inputsOf('inspector.cancelDiagnosis')).toEqual([{ runId }])
  waiting.resolve(success(explained))
  await flushScreen()
  expect(words(content)).toContain(text('inspector.find.cancelledAfter', { number: '4,096' }))
  expect(words(content)).not.toContain('Spaces were encoded')
})

test('an older answer never replaces a newer one', async () => {
  const answers = [Promise.withResolvers<CallAnswer<'inspector.diagnose'>>(), Promise.withResolvers<CallAnswer<'inspector.diagnose'>>()]
  let asked = 0
  const { content, inputsOf } = await look(() => answers[asked++]!.promise)
  await type(field(text('inspector.find.text')), `${pasted} `)
  await find()
  expect(inputsOf('inspector.cancelDiagnosis')).toHaveLength(1)
  answers[1]!.resolve(success({ ...explained, verdict: 'valid', causes: [] }))
  await flushScreen()
  answers[0]!.resolve(success(explained))
  await flushScreen()
  expect(words(content)).toContain(text('inspector.find.verdict.valid'))
  expect(words(content)).not.toContain('Spaces were encoded')
})

test('a verdict is removed when text, operation or profile change', async () => {
  const { content } = await look()
  await type(field(text('inspector.find.text')), `${pasted}x`)
  expect(words(content)).not.toContain('Spaces were encoded')
  await find()
  expect(words(content)).toContain('Spaces were encoded')
  await type(field(text('inspector.find.operation')), 'sale')
  expect(words(content)).not.toContain('Spaces were encoded')
})

test('an empty text is not diagnosed, which is shown beside the field', async () => {
  const { inputsOf } = await openFinder()
  await find()
  expect(descriptionOf(field(text('inspector.find.text')))).toContain(text('inspector.find.needed'))
  expect(inputsOf('inspector.diagnose')).toEqual([])
})

async function drop(file: File): Promise<void> {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [file] } })
  form().dispatchEvent(event)
  await flushScreen()
}

test('a dropped file keeps its own line ends until a person edits the text', async () => {
  const { inputsOf } = await openFinder()
  await drop(new File([`\ufeff${pasted}\r\n`], 'request.txt'))
  await find()
  expect(inputsOf('inspector.diagnose')[0]!.text).toBe(`\ufeff${pasted}\r\n`)
  await type(field(text('inspector.find.text')), 'typed')
  await find()
  expect(inputsOf('inspector.diagnose')[1]!.text).toBe('typed')
})

test('a file that is too large is not read', async () => {
  const { inputsOf } = await openFinder()
  await drop(new File(['x'.repeat(262_145)], 'all.har'))
  expect(descriptionOf(field(text('inspector.find.text')))).toContain('all.har is larger than 256 kB')
  expect(field(text('inspector.find.text')).value).toBe('')
  expect(inputsOf('inspector.diagnose')).toEqual([])
})

test('pasted text stays while the other tab is open, and is deleted when the screen is left', async () => {
  const screen = await look()
  await click(document.querySelector<HTMLElement>('[role="tab"]')!)
  await flushScreen()
  expect(field(text('inspector.find.text')).value).toBe(pasted)
  await screen.go('/keys')
  await screen.go('/inspector?find=1')
  await flushScreen()
  expect(field(text('inspector.find.text')).value).toBe('')
})

test('a request of the history is diagnosed like a pasted one', async () => {
  const { content } = await openScreen('/inspector?entry=entry-7', { 'inspector.fromEntry': () => success(inspected) })
  await flushScreen()
  expect(words(content)).toContain(text('inspector.find.fromEntry'))
  await click(button(text('inspector.mode.find')))
  await flushScreen()
  expect(field(text('inspector.find.text')).value).toBe(
    'POST https://gate.example/gw/api/v2/status/1001 HTTP/1.1\nAccept: text/plain\n\nlogin=shop&control={control}\n\nControl text: shop{merchant_control}')
})

test('an entry that cannot be read cannot be diagnosed', async () => {
  await openScreen('/inspector?entry=entry-7', { 'inspector.fromEntry': () => failed({ code: 'no-such-entry' }) })
  await flushScreen()
  expect(button(text('inspector.mode.find')).hasAttribute('disabled')).toBe(true)
})

test('another profile can be chosen; the result for the first is removed', async () => {
  const { content, inputsOf } = await openFinder(undefined, [aProfile(), aProfile({ id: 'profile-2' as ProfileId, name: 'Acme Travel' })])
  await type(field(text('inspector.find.text')), pasted)
  await find()
  await type(field(text('inspector.find.profile')), 'profile-2')
  expect(words(content)).not.toContain('Spaces were encoded as "+".')
  await find()
  expect(inputsOf('inspector.diagnose').at(-1)).toMatchObject({ profileId: 'profile-2', isChosen: true })
})

test.each([
  [{ verdict: 'valid', causes: [], compared: 'text' }, 'The signed text is right'],
  [{ verdict: 'valid', causes: [], recognised: { ...explained.recognised, form: 'callback' } }, text('inspector.find.next.callback.valid')],
  [{ verdict: 'unexplained', causes: [], recognised: { ...explained.recognised, form: 'callback' } }, text('inspector.find.next.callback.unexplained')],
] as const)('claims no more than was compared: %#', async (changes, sentence) => {
  const { content } = await look(() => success({ ...explained, ...changes }))
  expect(words(content)).toContain(sentence)
})

test.each([
  [12, text('inspector.find.next.explained')], [0, text('inspector.find.next.rule')],
])('shows how a mistake was found: after %i tries', async (tried, how) => {
  const { content } = await look(() => success({ ...explained, tried }))
  expect(words(content)).toContain(how)
})

test('a wrong secret is the headline, with the next step and the comparisons', async () => {
  const { content } = await look(() => success(suspected))
  expect(words(content.querySelector('[data-result-heading]')!))
    .toBe('Everything but the secret is right.')
  expect(words(content)).toContain('Compare the secrets.')
  expect(words(content)).toContain(text('inspector.find.suspicion.about', { name: 'Acme Shop' }))
  expect(words(content)).toContain(text('inspector.find.suspicion.tried', { number: '12' }))
})

test('an unknown key is the headline, with the compared fingerprints', async () => {
  const fingerprint = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
  const { content } = await look(() => success({
    ...suspected,
    suspicion: {
      id: 'unknown-key', explanation: 'Signed with an unknown key.', fix: 'Compare the fingerprints.', about: 'Acme Shop',
      keys: [{ name: 'Live', fingerprint, bits: 4096, isOwn: true }],
    },
  }))
  expect(words(content.querySelector('[data-result-heading]')!)).toContain('Signed with an unknown key.')
  expect(words(content)).toContain(text('inspector.find.suspicion.ownKey', { name: 'Live', bits: 4096 }))
  expect(words(content)).toContain(fingerprint)
})
