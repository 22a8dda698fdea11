import { expect, it } from 'vitest'
import { releases } from '../../../electron/journal/migrations/011-releases.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { act, sell } from './list-entries.ts'
import { query } from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

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

const expected = [['entry-refund', false], ['entry-release', true]]

it('a release of a hold is told from a refund in every list', async () => {
  const { journal } = openHere()
  await cancelAndRefund(journal)
  expect(await marks(journal)).toEqual(expected)
})

it('so it is where lists were prepared by a version that did not tell them, and nothing is found to differ', async () => {
  const { journal, connection } = openHere()
  await cancelAndRefund(journal)
  connection.database.exec(`UPDATE list_entry SET facts = json_remove(facts, '$.releasesHold')`)
  expect(await marks(journal)).not.toEqual(expected)
  releases.apply(connection)
  expect(await marks(journal)).toEqual(expected)
  expect(await valueOf(journal.repairList({ after: 0, limit: 100 }))).toMatchObject({ repaired: [] })
})
