import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exportPage } from '../../../resources/scripts/export-page.ts'

it('docs/export.md matches the columns of the export (npm run docs)', () => {
  expect(readFileSync(new URL('../../../docs/export.md', import.meta.url), 'utf8')).toBe(exportPage())
})
