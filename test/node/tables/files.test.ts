import { appendFileSync, chmodSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { largestFile } from '#shared/model/values/table.ts'
import { readWholeFile } from '../../../electron/common/files/whole-file.ts'
import { createTables } from '../../../electron/tables/client.ts'
import { builtEntry } from '../entries.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'tables-')) })
afterEach(() => { rmSync(folder, { recursive: true }) })

function file(content: string | Uint8Array): string {
  const path = join(folder, 'table.csv')
  writeFileSync(path, content)
  return path
}

describe('a chosen file', () => {
  it('of 2 GB is refused before it is read', async () => {
    const path = file('')
    truncateSync(path, 2 * 1024 ** 3)
    expect(await readWholeFile(path, largestFile)).toEqual({ ok: false, failure: { why: 'too-large' } })
  })

  it('that changes while it is read is refused', async () => {
    const path = file('order,amount\n1,2\n'.repeat(100_000))
    const reading = readWholeFile(path, largestFile)
    let isRead = false
    void reading.then(() => { isRead = true })
    while (!isRead) {
      appendFileSync(path, '3,4\n')
      await new Promise((resolve) => { setImmediate(resolve) })
    }
    expect(await reading).toEqual({ ok: false, failure: { why: 'changed-while-read' } })
  })

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('that cannot be opened is refused with the reason', async () => {
    const path = file('a,b')
    chmodSync(path, 0)
    expect(await readWholeFile(path, largestFile)).toEqual({ ok: false, failure: { why: 'unreadable', reason: 'permission denied' } })
  })

  it('that no longer exists is refused with the reason', async () => {
    expect(await readWholeFile(join(folder, 'none.csv'), largestFile)).toMatchObject({ ok: false, failure: { why: 'unreadable' } })
  })
})

describe('the thread of a table', () => {
  it('reads bytes and a dropped file’s base64, and passes on every row in its order', async () => {
    const tables = createTables({ workerPath: builtEntry('tables') })
    const text = `order,amount\n${Array.from({ length: 1_234 }, (_, row) => `o-${row},1.00`).join('\n')}`
    const bytes = new Uint8Array(Buffer.from(text))
    const dropped = await tables.read({ kind: 'base64', text: Buffer.from(text).toString('base64') }, { mostRows: 10_000 })
    const read = await tables.read({ kind: 'bytes', bytes }, { mostRows: 10_000 })
    expect(read).toEqual(dropped)
    expect(read.ok && read.value.rows.map(({ cells }) => cells[0])).toEqual(Array.from({ length: 1_234 }, (_, row) => `o-${row}`))
    // The bytes were moved, not copied.
    expect(bytes.length).toBe(0)
    expect(await tables.read({ kind: 'text', text: 'a,b' }, { mostRows: 10 })).toEqual({
      ok: false, failure: { code: 'table-refused', why: 'empty', detail: '' },
    })
  })

  it('ends immediately when the desk is locked', async () => {
    const tables = createTables({ workerPath: builtEntry('tables') })
    const reading = tables.read({ kind: 'text', text: `a,b\n${'1,2\n'.repeat(100_000)}` }, { mostRows: 100_000 })
    tables.cancel()
    expect(await reading).toEqual({ ok: false, failure: { code: 'cancelled' } })
  })
})
