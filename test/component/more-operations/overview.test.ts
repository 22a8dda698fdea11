import { expect, test } from 'vitest'
import { operationIds, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, words } from '../support/mount.ts'
import { openOperation } from './operation-screen.ts'
import { text } from '../../support/texts.ts'

async function overview(profile = aProfile()) {
  const screen = await openScreen('/more-operations', {}, [profile])
  await flushScreen()
  const rows = [...screen.content.querySelectorAll('li a')].map((row) => ({ to: row.getAttribute('href') ?? '', text: words(row) }))
  return { ...screen, rows, row: (id: string) => rows.find(({ to }) => to.endsWith(`/more-operations/${id}`))?.text ?? '' }
}

test('every operation of the menu can be reached, and each line shows what it does with money', async () => {
  const { rows, row } = await overview()
  const expected = operationIds.filter((id) => operations[id].menu !== null)
  expect(rows.map(({ to }) => to.split('/').at(-1)).toSorted()).toEqual(expected.toSorted())
  for (const id of expected) {
    expect(/(Moves|Holds) money/.test(row(id)), id).toBe(touchesMoney(operations[id]))
  }
})

test('an operation that the profile prevents is marked before its form is opened', async () => {
  const { row } = await overview(aProfile({ environment: 'production', keyId: null }, { key: null }))
  expect(row('sale')).toContain(text('moreOperations.obstacle.card-entry-refused.short'))
  expect(row('transfer-v4')).toContain(text('moreOperations.obstacle.no-key.short'))
  expect(row('recurrent-preauthorisation')).not.toContain(text('moreOperations.obstacle.card-entry-refused.short'))
})

test('a route without an operation leads back to the list', async () => {
  const { content } = await openOperation('recurrent-payment')
  expect(words(content)).toContain(text('moreOperations.notOffered'))
  expect(button(text('moreOperations.back')).getAttribute('href')).toContain('/more-operations')
})
