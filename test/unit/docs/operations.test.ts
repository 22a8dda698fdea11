import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operationKinds } from '#shared/gateway/catalogue/kinds.ts'
import { operationIds, operations } from '#shared/gateway/operations/operations.ts'
import { operationsPage } from '../../../resources/scripts/operations-page.ts'
import { formPath } from '../../../renderer/features/shared/form/form-path.ts'
import { operationTests } from '../../e2e/operations-table.ts'

const file = (path: string) => new URL(`../../../${path}`, import.meta.url)

describe('docs/operations.md', () => {
  it('matches the catalogue; run `npm run docs` after a change', () => {
    expect(readFileSync(file('docs/operations.md'), 'utf8')).toBe(operationsPage())
  })

  it.each(operationIds)('%s: its screen is a route of the page', (id) => {
    const places = readFileSync(file('renderer/app/navigation.ts'), 'utf8')
    const [place = ''] = /^\/[a-z-]+/.exec(formPath(operations[id])) ?? []
    expect(places).toMatch(new RegExp(`path: '${place}(?:/:operation|/:entryId\\?)?'`))
  })

  it.each(operationIds)('%s: its end-to-end test exists and names it', (id) => {
    expect(operationTests[id], `test/e2e/operations-table.ts has no row of ${id}`).toBeDefined()
    const path = file(operationTests[id])
    expect(existsSync(path), operationTests[id]).toBe(true)
    const isNamed = new RegExp(`[('\`]${id}[)'\`]`).test(readFileSync(path, 'utf8'))
    expect(isNamed, `${operationTests[id]} has no test of ${id}; it stands there by test/e2e/operations-table.ts`).toBe(true)
  })
})

describe('CONTRIBUTING.md', () => {
  it.each(operationKinds)('explains when an operation is a %s', (kind) => {
    expect(readFileSync(file('CONTRIBUTING.md'), 'utf8')).toMatch(new RegExp(`\\| [^|]{10,} \\| \`${kind}\` \\|`))
  })
})
