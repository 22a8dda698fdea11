/**
 * The first head of a journal that was written without one: signed once the whole journal was verified, never over
 * a forgery.
 */
import { describe, expect, it } from 'vitest'
import { fromOutside, headsOf } from './outside.ts'
import { aVault, charges, signedHistory, type History } from './support.ts'

/** A history that was written while the vault could sign no head; `sign` allows it from then on. */
async function withoutHeads(): Promise<{ readonly history: History; readonly sign: () => void }> {
  const vault = aVault()
  const { signJournalHead } = vault
  Object.assign(vault, { signJournalHead: async () => ({ ok: true, value: null }) })
  const history = await signedHistory(vault)
  expect(headsOf(history)).toEqual([])
  return { history, sign: () => { Object.assign(vault, { signJournalHead }) } }
}

describe('the first head', () => {
  it('covers everything written before', async () => {
    const { history: before, sign } = await withoutHeads()
    const history = await before.again()
    sign()
    await charges(history, 'four')
    await history.signing.finish()
    expect(await fromOutside(history)).toMatchObject({ verdict: 'proven', behindNewestHead: 0, newestHead: { number: 1, position: 13 } })
  })

  it('is not signed over an event that was changed before', async () => {
    const { history, sign } = await withoutHeads()
    const attacked = await history.attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"1015"', '"9915"') WHERE id = 4`)
    })
    sign()
    await charges(attacked, 'four')
    await attacked.signing.finish()
    expect(headsOf(attacked)).toEqual([])
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 5, what: 'changed' })
  })
})
