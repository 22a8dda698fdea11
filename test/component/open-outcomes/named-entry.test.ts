import { expect, test } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { anOpenOutcome } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'

test('a result links to its own entry: the entry in the address gets the focus', async () => {
  const listed = ['entry-1', 'entry-2', 'entry-3'].map((id) => anOpenOutcome({}, { entryId: id as EntryId }))
  await openScreen('/open-outcomes?entry=entry-2', { 'resolution.list': () => success(listed) })
  await flushScreen()
  expect((document.activeElement as HTMLElement).dataset.entry).toBe('entry-2')
})
