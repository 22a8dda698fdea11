import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { markDamaged } from '../../../electron/journal/recovery/state-file.ts'
import { closedJournal, day, entriesIn, spoilText } from './files.ts'
import { freshPath, start, valueOf } from './with-journal.ts'

const filesBeside = (path: string) => readdirSync(dirname(path)).filter((name) => name.includes('damaged'))

describe('damage that SQLite does not find', () => {
  it('in the text of an event is quarantined by the start that reads everything, and the other entries are salvaged', async () => {
    const path = freshPath()
    await closedJournal(path, ['a', 'b', 'c'])
    spoilText(path, `"entryId":"entry-a"`)
    markDamaged(path)
    const { port } = await start(path)
    const [fileName] = filesBeside(path)
    expect(await valueOf(port.describeFiles())).toMatchObject({ startedAnewBeside: fileName, warning: 'damaged' })
    const counts = await valueOf(port.salvage({ fileName: fileName!, at: day(21) }))
    expect(counts).toEqual({ added: 2, known: 0, waiting: 0, lost: 1 })
    expect(await entriesIn(port)).toEqual([['b', 'approved'], ['c', 'approved']])
  })

  it('in the names of the rules is quarantined, and every entry is salvaged', async () => {
    const path = freshPath()
    await closedJournal(path, ['a', 'b'])
    spoilText(path, 'indexentry_creates_order_onceentry')
    const { port } = await start(path)
    const [fileName] = filesBeside(path)
    expect(await valueOf(port.describeFiles())).toMatchObject({ startedAnewBeside: fileName, warning: 'damaged' })
    const counts = await valueOf(port.salvage({ fileName: fileName!, at: day(21) }))
    expect(counts).toEqual({ added: 2, known: 0, waiting: 0, lost: 0 })
  })
})
