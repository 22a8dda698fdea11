import { expect, it } from 'vitest'
import { readArguments } from '../../../electron/sandbox/arguments.ts'

it.each([
  ['--port x', /--port must be/], ['--port 70000', /--port must be/], ['--product-word a/b', /--product-word/],
  ['--processing-ms -1', /processing-ms/], ['--clock-window soon', /--clock-window must be/], ['extra', /extra/],
  ['--public-url gate.test', /--public-url must be/], ['--public-url https://gate.test/?a=1', /--public-url must be/],
  ['--fault slow', /--fault must be/], ['--fault slow=101', /--fault must be/], ['--fault slow=1 --fault fast=1', /--fault must be/],
  ['--slow-ms soon', /--slow-ms must be/],
])('%s is refused with a sentence', (words, sentence) => {
  const read = readArguments(words.split(' '))
  expect(read).toEqual({ ok: false, failure: expect.stringMatching(sentence) })
  expect(read.ok ? '' : read.failure).not.toContain('\n')
})

it('the shares of several faults are read', () => {
  const read = readArguments('--fault reset-after-reading=5 --fault slow=10 --slow-ms 300'.split(' '))
  expect(read).toMatchObject({ ok: true, value: { faultShares: { percent: { 'reset-after-reading': 5, slow: 10 }, slowMs: 300 } } })
})
