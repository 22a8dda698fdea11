/** The first head of a journal that was sealed without one: signed once all of it was walked, never over a forgery. */
import { describe, expect, it } from 'vitest'
import { fromOutside, headsOf } from './outside.ts'
import { aVault, charges, sealedHistory, type History } from './support.ts'

/** A history that the vault sealed while it could sign no head. */
async function withoutHeads(): Promise<History> {
  const vault = aVault()
  const { signJournalHead } = vault
  Object.assign(vault, { signJournalHead: async () => ({ ok: true, value: null }) })
  const history = await sealedHistory(vault)
  Object.assign(vault, { signJournalHead })
  expect(headsOf(history)).toEqual([])
  return history
}

describe('the first head', () => {
  it('covers all that was sealed before', async () => {
    const history = await (await withoutHeads()).again()
    await charges(history, 'four')
    await history.sealing.finish()
    expect(await fromOutside(history)).toMatchObject({ verdict: 'proven', links: 13, newestHead: { position: 13 } })
  })

  it('is not signed over an event that was changed before', async () => {
    const attacked = await (await withoutHeads()).attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
    })
    await charges(attacked, 'four')
    await attacked.sealing.finish()
    expect(headsOf(attacked)).toEqual([])
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 5, what: 'changed' })
  })
})
