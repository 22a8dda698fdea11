/** Epochs of the chain: only a restore starts one. */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { SignedHead } from '#shared/model/history/journal-head.ts'
import { fromOutside, headsOf, saved, withHeads } from './outside.ts'
import { charges, openHistory, relink, relinkWithoutHeads, valueOf, type History } from './support.ts'

/** Changes an event of a backup and computes its links again; all heads after the first `kept` are removed. */
function forge(
  { path }: History, fileName: string, heads: number, also: (file: DatabaseSync) => void = () => undefined,
): void {
  const file = new DatabaseSync(join(dirname(path), 'backups', fileName))
  for (const { name } of file.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).all()) {
    file.exec(`DROP TRIGGER ${String(name)}`)
  }
  file.exec(`UPDATE event SET facts = replace(facts, '1015', '9915') WHERE id = 7`)
  relinkWithoutHeads(file, heads)
  also(file)
  file.close()
}

describe('a restore', () => {
  const restored = async (): Promise<{ history: History; fileName: string; exported: SignedHead[] }> => {
    const history = await withHeads()
    const { fileName } = await valueOf(history.keeping.backUp())
    await charges(history, 'four')
    await history.signing.finish()
    const exported = await saved(history)
    await valueOf(history.keeping.restore(fileName))
    await history.signing.finish()
    return { history, fileName, exported }
  }

  it('starts an epoch: who, from where to where, and every later head signs its number', async () => {
    const { history, fileName, exported } = await restored()
    const { lines: [line] } = await valueOf(history.journal.audit({ before: null, limit: 1 }))
    expect(line).toMatchObject({
      action: 'epoch-begun', subject: fileName, osUser: 'm.keller', name: 'Maria Keller', count: 2,
    })
    expect(line?.detail).toContain(`position 16, link `)
    expect(line?.detail).toContain(`Restored chain: position 11, link `)
    const epochs = [{ number: 2, position: line!.link, at: line!.at }]
    expect(await history.verify()).toMatchObject({ firstBreak: null, epochs, signedAtRestore: 0 })
    expect(headsOf(history).at(-1)).toMatchObject({ epoch: 2, number: 5 })
    expect(await fromOutside(history, exported))
      .toMatchObject({ verdict: 'proven', epochs, replacedHeads: 1, behindNewestHead: 0 })
  })

  it('once more starts the next one, also of a backup from before the first one', async () => {
    const { history, fileName } = await restored()
    await valueOf(history.keeping.restore(fileName))
    await history.signing.finish()
    // The audit line of the second epoch was restored as a line; no epoch of this chain starts there.
    expect(await history.verify()).toMatchObject({ firstBreak: null, epochs: [{ number: 3 }] })
    const { lines } = await valueOf(history.journal.audit({ before: null, limit: 50 }))
    expect(lines.filter(({ action }) => action === 'epoch-begun').map(({ count }) => count)).toEqual([3, null])
    expect(await fromOutside(history)).toMatchObject({ verdict: 'proven', epochs: [{ number: 3 }] })
  })

  it('whose line is removed, or gets another number, is found', async () => {
    const { history } = await restored()
    const attacked = await history.attacked((file) => { file.exec(`DELETE FROM audit WHERE action = 'epoch-begun'`) })
    expect((await attacked.verify()).firstBreak).toMatchObject({ what: 'missing' })
    expect(await fromOutside(attacked)).toMatchObject({ verdict: 'broken', firstBreak: { what: 'missing' } })
  })

  it('of a forged backup starts none, even if no history contradicts it: its own heads do', async () => {
    const gone = await withHeads()
    const { fileName } = await valueOf(gone.keeping.backUp())
    await gone.journal.close()
    for (const end of ['', '-wal', '-shm']) rmSync(gone.path + end, { force: true })
    forge(gone, fileName, 3)
    const history = openHistory({ path: gone.path, vault: gone.vault })
    await history.keeping.noteBeginning()
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true })
    await charges(history, 'four')
    await history.signing.finish()
    expect(await history.verify()).toMatchObject({ firstBreak: { what: 'head-wrong' }, heads: { valid: 0 }, epochs: [] })
  })

  it('of a forged backup that ends with a head by a foreign key is not signed: that head is reported', async () => {
    const gone = await withHeads()
    const { fileName } = await valueOf(gone.keeping.backUp())
    await gone.journal.close()
    for (const end of ['', '-wal', '-shm']) rmSync(gone.path + end, { force: true })
    forge(gone, fileName, 2, (file) => {
      const { end } = file.prepare('SELECT max(position) AS end FROM chain').get() as { end: number }
      file.prepare(`INSERT INTO head SELECT 3, journal, 3, 1, ?, at, '0000000000000000', signature FROM head WHERE id = 1`).run(end)
      file.prepare(`INSERT INTO chain VALUES (?, 'head', 3, zeroblob(32))`).run(end + 1)
      relink(file, end + 1)
    })
    const history = openHistory({ path: gone.path, vault: gone.vault })
    await history.keeping.noteBeginning()
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true })
    await charges(history, 'four')
    await history.signing.finish()
    expect(await history.verify()).toMatchObject({ firstBreak: { what: 'head-wrong' } })
    expect(headsOf(history)).toHaveLength(3)
  })

  it('of a forged backup without heads starts none if the history contradicts it', async () => {
    const history = await withHeads()
    const { fileName } = await valueOf(history.keeping.backUp())
    forge(history, fileName, 0)
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true })
    await charges(history, 'four')
    await history.signing.finish()
    expect(await history.verify()).toMatchObject({ firstBreak: { what: 'end-cut-off' }, heads: { valid: 0 }, epochs: [] })
  })
})
