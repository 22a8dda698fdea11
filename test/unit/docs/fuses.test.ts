import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fusesPage } from '../../../resources/scripts/fuses-page.ts'

it('docs/fuses.md matches the decided fuses (npm run docs)', () => {
  expect(readFileSync(new URL('../../../docs/fuses.md', import.meta.url), 'utf8')).toBe(fusesPage())
})
