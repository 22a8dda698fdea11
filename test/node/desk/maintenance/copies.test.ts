/** A copy of a journal in the hands of an auditor, who has the public key and heads that were saved. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { verifyFromOutside } from '../../../../electron/journal/proof/outside.ts'
import { fromOutside, publicKeyOf, saved, withHeads } from './outside.ts'
import { aVault, charges, noon, openHistory } from './support.ts'

const dayMs = 24 * 3_600_000

describe('a copy', () => {
  it('is proven together with saved heads of which an earlier key signed some; a changed one is found', async () => {
    const history = await withHeads()
    await history.journal.close()
    const other = openHistory({ path: history.path, vault: aVault(), now: noon + dayMs })
    await charges(other, 'four')
    await other.signing.finish()
    const [earlier, newest] = await saved(other)
    expect([earlier!.number, newest!.number]).toEqual([3, 4])
    const key = await publicKeyOf(other)
    expect(await fromOutside(other, [earlier!, newest!], key)).toMatchObject({ verdict: 'proven', firstBreak: null })
    const { link, at, signature } = newest!
    for (const change of [{ link }, { position: 9 }, { at }, { signature }]) {
      expect(verifyFromOutside(other.path, key, [{ ...earlier!, ...change }, newest!])).toMatchObject({
        value: { verdict: 'broken', firstBreak: { what: 'head-missing' } },
      })
    }
    expect(verifyFromOutside(other.path, key, [earlier!, { ...newest!, position: 9 }])).toMatchObject({
      value: { verdict: 'broken', firstBreak: { what: 'head-wrong' } },
    })
  })

  it.each(['position', 'epoch', 'number'])('with a text as the %s of its newest head is reported as broken', async (column) => {
    const history = await withHeads()
    const key = await publicKeyOf(history)
    await history.journal.close()
    const file = new DatabaseSync(history.path, { defensive: false })
    file.exec(`DROP TRIGGER head_is_never_changed; PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'head'; PRAGMA writable_schema = RESET;
      UPDATE head SET ${column} = 'x' WHERE id = 3`)
    file.close()
    expect(verifyFromOutside(history.path, key, [])).toMatchObject({ value: { verdict: 'broken', firstBreak: { link: 12, what: 'changed' } } })
  })

  it('that another program only read, which leaves an empty log beside it, is proven as before', async () => {
    const history = await withHeads()
    const key = await publicKeyOf(history)
    await history.journal.close()
    const reader = new DatabaseSync(history.path, { readOnly: true })
    reader.prepare('SELECT count(*) FROM event').get()
    reader.close()
    expect(statSync(`${history.path}-wal`).size).toBe(0)
    expect(verifyFromOutside(history.path, key, [])).toMatchObject({ value: { verdict: 'proven', links: 12 } })
  })
})
