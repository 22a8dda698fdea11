import { describe, expect, it } from 'vitest'
import { operationIds, operations } from '#shared/gateway/operations/operations.ts'

const grouped = operationIds.filter((id) => operations[id].groups !== undefined)

describe.each(grouped)('the form of %s', (id) => {
  const groups = operations[id].groups!
  const shownFields = operations[id].fields.filter(({ need }) => need !== 'supplied')

  it('has every field that a person may fill in, in exactly one group', () => {
    expect(groups.flatMap(({ keys }) => keys).toSorted()).toEqual(shownFields.map(({ key }) => key).toSorted())
  })

  it('hides no required field', () => {
    const away = groups.filter(({ folded }) => folded).flatMap(({ keys }) => keys)
    expect(shownFields.filter(({ key, need }) => need === 'required' && away.includes(key))).toEqual([])
  })

  it('has each group once', () => {
    const names = groups.map((group) => group.id)
    expect(new Set(names).size).toBe(names.length)
  })
})

it('has groups if it has more than twenty fields', () => {
  const long = operationIds.filter((id) => operations[id].fields.filter(({ need }) => need !== 'supplied').length > 20)
  expect(grouped).toEqual(expect.arrayContaining(long))
})
