/** Older files with content of a customer whose content was erased. */
import { copyFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { countCustomer } from '../../../../electron/desk/maintenance/erasure.ts'
import { salvage } from '../../../../electron/journal/recovery/salvage.ts'
import { query } from '../../journal/samples.ts'
import { address, by, erasedIn, twoCustomers } from './customers.ts'
import { charge, entryId, erase, openHistory, valueOf, type History } from './support.ts'

const nobody = () => undefined

describe('older files', () => {
  it('restore it; the erasure is still recorded, and is repeated', async () => {
    const history = await twoCustomers()
    const { fileName } = await valueOf(history.keeping.backUp())
    await erase(history, by('email', address))
    const erased = await erasedIn(history)
    await valueOf(history.keeping.restore(fileName))
    expect((await valueOf(history.journal.entry({ entryId: entryId('hers') })))?.fields).not.toEqual([])
    expect(await erasedIn(history)).toEqual(erased)
    expect(await history.verify()).toMatchObject({ firstBreak: null, repaired: null, removed: 0 })
    const { lines } = await valueOf(history.journal.audit({ before: null, limit: 20 }))
    expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(['customer-erased', 'backup-restored']))
    expect(await erase(history, by('erased-before', ''))).toEqual({ entries: 5, staying: 0, deleted: 5 })
    expect((await valueOf(history.journal.entry({ entryId: entryId('hers') })))?.fields).toEqual([])
    expect((await valueOf(history.journal.audit({ before: null, limit: 1 }))).lines[0]?.detail).toContain('Chosen by an earlier erasure.')
    await history.signing.finish()
    expect(await history.verify()).toMatchObject({ firstBreak: null, removedOnRequest: 10 })
  })

  /** A history, and a copy of its file. */
  async function twice(): Promise<{ history: History; copy: string }> {
    const history = await (await twoCustomers()).again()
    const copy = `${history.path}.copy`
    copyFileSync(history.path, copy)
    return { history, copy }
  }

  async function recover({ connection }: History, path: string): Promise<void> {
    const from = new DatabaseSync(path, { readOnly: true })
    await salvage(connection, from, { at: charge('x').at, progress: nobody, breathe: async () => undefined })
    from.close()
  }

  it('restore nothing to existing entries when they are recovered', async () => {
    const { history, copy } = await twice()
    await erase(history, by('email', address))
    const erased = await erasedIn(history)
    await recover(history, copy)
    expect(await erasedIn(history)).toEqual(erased)
    expect(await valueOf(countCustomer(history.services, by('erased-before', '')))).toEqual({ entries: 0, staying: 0 })
  })

  it('transfer their erasures, once, and are not trusted about amounts', async () => {
    const { history, copy } = await twice()
    const other = openHistory({ path: copy, vault: history.vault })
    await erase(other, by('email', address))
    await (await other.attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '"movedMinorAmount":"1015"', '"movedMinorAmount":"1"') WHERE kind = 'removal'`)
    })).journal.close()
    for (let time = 0; time < 2; time += 1) await recover(history, copy)
    expect(await erasedIn(history)).toHaveLength(5)
    expect(history.connection.first(`SELECT count(*) AS marks FROM event WHERE kind = 'removal'`)).toEqual({ marks: 5 })
    const { rows } = await valueOf(history.journal.search(query()))
    expect(rows.find((row) => row.entryId === entryId('hers'))?.netMinorAmount).toBe('1015')
  })
})
