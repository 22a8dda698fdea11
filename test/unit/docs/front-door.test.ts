/** A new reader reads the README in minutes and finds its labels on the screen. */
import { expect, it } from 'vitest'
import { catalogue } from '#shared/gateway/operations/operations.ts'
import { en } from '../../../renderer/i18n/en.ts'
import { text } from '../../support/texts.ts'
import { read } from './documents.ts'

const words = (path: string): number => read(path).split(/\s+/).filter((word) => word !== '').length

it.each([['README.md', 700], ['docs/architecture.md', 2_500]])('%s has at most %i words', (path, limit) => {
  expect(words(path)).toBeLessThanOrEqual(limit)
})

function leaves(node: object): string[] {
  return Object.values(node).flatMap((value: unknown) => typeof value === 'string' ? [value] : leaves(value as object))
}

/** A text of the page as a pattern: placeholders match anything. */
const pattern = (shown: string): RegExp => new RegExp(`^${shown.split(/\{\w+\}/)
  .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`)

it('each label in bold in the README is a text of the application', () => {
  const actions = catalogue.map(({ name }) => text('order.action.open', { operation: name }))
  const texts = [...leaves(en), ...actions]
  const steps = read('README.md').split('## Your first charge')[1]?.split('## Where to read on')[0] ?? ''
  const labels = [...steps.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label)
  expect(labels).toContain('Review charge')
  // An example and the name of the prepared profile are data.
  const onScreen = labels.filter((label) => label !== '1000001 approved' && label !== 'Sandbox')
  // A text of placeholders only would match everything.
  const patterns = texts.filter((one) => /\p{L}{4}/u.test(one.replace(/\{\w+\}/g, ''))).map(pattern)
  expect(onScreen.filter((label) => !patterns.some((one) => one.test(label)))).toEqual([])
})
