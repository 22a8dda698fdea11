import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { callsPage } from '../../../resources/scripts/calls-page.ts'

it('docs/calls.md matches the contract (npm run docs)', () => {
  expect(readFileSync(new URL('../../../docs/calls.md', import.meta.url), 'utf8')).toBe(callsPage())
})
