import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documentedPaths } from '#shared/gateway/operations/operation-paths.ts'
import { catalogue, operationIds, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { threeDSecureSteps } from '#shared/gateway/catalogue/entry.ts'
import { uploadAfter } from '#shared/gateway/orders/three-d-secure.ts'
import { en } from '../../../renderer/i18n/en.ts'

describe.each(operationIds)('the entry of %s', (id) => {
  const operation = operations[id]

  it('has the texts for people: name, purpose and button', () => {
    expect(Object.values(en.operation[id]!)).toEqual([operation.name, operation.purpose, operation.button])
    expect(Object.values(en.operation[id]!).every((text) => text.trim() !== '')).toBe(true)
  })

  it('has all texts of a review if it touches money', () => {
    if (touchesMoney(operation)) expect(Object.values(en.verb[operation.verb.id]!).every((text) => text !== '')).toBe(true)
    else expect(Object.keys(operation)).not.toContain('money')
  })

  it('names each field once', () => {
    const keys = operation.fields.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

it('every operation has its own path', () => {
  const paths = catalogue.flatMap(documentedPaths)
  expect(new Set(paths).size).toBe(paths.length)
})

it('verbs with the same id have the same texts', () => {
  const verbs = catalogue.filter((operation) => touchesMoney(operation)).map(({ verb }) => verb)
  expect(new Set(verbs).size).toBe(new Set(verbs.map(({ id }) => id)).size)
})

it.each(threeDSecureSteps)('exactly one operation continues from the step %s', (step) => {
  const leading = catalogue.filter((operation) => operation.kind === 'upload' && operation.step === step)
  expect(leading).toEqual([uploadAfter(step)])
})

/** Files where one particular operation is meant: its own call, or the sandbox's special behaviour. */
const mayName = [
  'electron/desk/operations/cards.ts', 'electron/desk/resolution/known-card.ts',
  'electron/desk/payments/review-new-order.ts', 'electron/desk/resolution/mismatches.ts', 'electron/desk/profiles/test-connection.ts',
  'electron/main/self-check/trial-charge.ts', 'electron/sandbox/operations/table.ts',
  'renderer/features/card-lookup/CardLookupView.vue',
  'renderer/features/inspector/InspectorView.vue',
  'shared/gateway/operations/status-operation.ts',
]

it('is the only place that names its operations: elsewhere their properties decide', () => {
  // The other ids are also words of their own: statuses, transaction types, field names.
  const distinctive = operationIds.filter((id) => id.includes('-'))
  const root = new URL('../../../', import.meta.url)
  const naming = ['shared', 'electron', 'renderer', 'resources']
    .flatMap((folder) => readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`))
    .filter((path) => /\.(?:ts|vue)$/.test(path) && !path.startsWith('shared/gateway/catalogue/'))
    .filter((path) => {
      const text = readFileSync(new URL(path, root), 'utf8')
      return distinctive.some((id) => text.includes(`'${id}'`))
    })
  expect(naming.toSorted()).toEqual(mayName.toSorted())
})
