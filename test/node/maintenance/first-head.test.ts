/** The first head of a journal from before heads: signed once all of it was walked, and never over a forgery. */
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fromOutside, headsOf } from './outside.ts'
import { aVault, charges, openHistory, sealedHistory, type History } from './support.ts'
import { freshPath } from '../journal/with-journal.ts'

const fixtures = join(import.meta.dirname, '../../fixtures/journal')
const versions = readdirSync(fixtures).filter((name) => /^v\d+\.db$/.test(name))

/** A history of the version before heads: sealed by the same vault, without a head. */
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
  it('covers all that the earlier version sealed', async () => {
    const history = await (await withoutHeads()).again()
    await charges(history, 'four')
    await history.sealing.finish()
    expect(await fromOutside(history)).toMatchObject({ verdict: 'proven', links: 13, newestHead: { position: 13 } })
  })

  it('is not signed over an event that was changed before', async () => {
    const attacked = await (await withoutHeads()).attacked((file) => {
      file.exec(`UPDATE event SET body = replace(body, '"10.15"', '"99.15"') WHERE id = 4`)
    })
    await charges(attacked, 'four')
    await attacked.sealing.finish()
    expect(headsOf(attacked)).toEqual([])
    expect((await attacked.verify()).firstBreak).toMatchObject({ link: 5, what: 'changed' })
  })

  it.each(versions)('of a journal as %s left it proves it to an outsider', async (name) => {
    const path = freshPath()
    copyFileSync(join(fixtures, name), path)
    const history = openHistory({ path })
    await charges(history, 'four')
    await history.sealing.finish()
    expect(await history.verify()).toMatchObject({ firstBreak: null, heads: { valid: 1 } })
    expect(await fromOutside(history)).toMatchObject({ verdict: 'proven', heads: 1, behindNewestHead: 0 })
  })
})
