import { expect, it } from 'vitest'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { act, sell } from './list-entries.ts'
import { query } from './samples.ts'
import { openHere, repaired, valueOf } from './with-journal.ts'

async function cancelAndRefund(journal: JournalPort): Promise<void> {
  await sell(journal, { name: 'held', operation: 'preauth' })
  await sell(journal, { name: 'sold' })
  await act(journal, { name: 'release', of: 'held', releasesHold: true })
  await act(journal, { name: 'refund', of: 'sold' })
}

async function marks(journal: JournalPort): Promise<unknown[]> {
  const { rows } = await valueOf(journal.search(query({ operations: ['return'] })))
  return rows.map(({ entryId, releasesHold }) => [entryId, releasesHold === true])
}

it('a release of a hold is distinguished from a refund in every list', async () => {
  const { journal } = openHere()
  await cancelAndRefund(journal)
  expect(await marks(journal)).toEqual([['entry-refund', false], ['entry-release', true]])
  expect(await repaired(journal)).toBeNull()
})
