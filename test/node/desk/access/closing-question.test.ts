/** The text of the message box before an open outcome is closed by hand. */
import { expect, it } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { success } from '#shared/result.ts'
import { questionsOf } from '../../../../electron/desk/access/questions.ts'
import type { Services } from '../../../../electron/desk/services.ts'

const noMoney = 'From then on the application takes it that no money moved.'

async function linesFor(row: Pick<HistoryRow, 'state' | 'collision'>): Promise<readonly string[]> {
  const journal = { entry: async () => success({ row: { operation: 'recurrent-payment', ...row } }) }
  const services = { journal } as unknown as Services
  const [box] = await questionsOf('resolution.close', { entryId: 'e' as EntryId, reason: 'compared with the bank' }, services)
  return box!.details
}

it('states that no money is assumed to have moved, unless two desks sent the request: then both may have moved it', async () => {
  expect(await linesFor({ state: 'unknown', collision: null })).toContain(noMoney)
  const compared = await linesFor({ state: 'approved', collision: 'open' })
  expect(compared).not.toContain(noMoney)
  expect(compared.join(' ')).toContain('both may have moved money')
})
