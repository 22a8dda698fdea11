import { expect, it } from 'vitest'
import { dropFrequent } from '../../../electron/common/processes/drop-frequent.ts'

it('the page gets the first value, one per 100 ms, and always the last one', () => {
  let now = 1_000
  const got: string[] = []
  const report = dropFrequent({ now: () => now }, (value: string) => { got.push(value) })
  report('first')
  now += 99
  report('dropped')
  now += 1
  report('second')
  report('last', true)
  expect(got).toEqual(['first', 'second', 'last'])
})

it('a clock that was set back does not end the progress', () => {
  let now = 1_000_000
  const got: string[] = []
  const report = dropFrequent({ now: () => now }, (value: string) => { got.push(value) })
  report('before')
  now = 0
  report('after')
  expect(got).toEqual(['before', 'after'])
})
