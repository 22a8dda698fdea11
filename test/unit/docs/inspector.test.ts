import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { controlMutations } from '#shared/inspector/control/mutations.ts'
import { oauthMutations } from '#shared/inspector/oauth/mutations.ts'
import { protocolCauses } from '#shared/inspector/protocol-causes.ts'
import { signatureCauses } from '#shared/inspector/signature-causes.ts'
import { inspectorPage } from '../../../resources/scripts/inspector-page.ts'

describe('docs/inspector.md', () => {
  it('matches the lists of causes; run `npm run docs` after a change', () => {
    expect(readFileSync(new URL('../../../docs/inspector.md', import.meta.url), 'utf8')).toBe(inspectorPage())
  })

  it.each([['a base string', oauthMutations], ['a control', controlMutations]])('names each cause in %s once', (_, mutations) => {
    const ids = [...mutations, ...signatureCauses, ...protocolCauses].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
