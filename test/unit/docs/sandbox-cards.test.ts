import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sandboxCardsPage } from '../../../resources/scripts/sandbox-cards-page.ts'

describe('docs/sandbox-cards.md', () => {
  it('matches the cards of the sandbox; run `npm run docs` after a change', () => {
    expect(readFileSync(new URL('../../../docs/sandbox-cards.md', import.meta.url), 'utf8')).toBe(sandboxCardsPage())
  })
})
