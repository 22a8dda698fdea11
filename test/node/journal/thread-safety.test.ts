import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { mayBackUpWhileWriting } from '../../../electron/journal/recovery/thread-safety.ts'

describe('copying the history while it is written', () => {
  it('is allowed with the SQLite of this Node', () => {
    const database = new DatabaseSync(':memory:')
    expect(mayBackUpWhileWriting(database)).toBe(true)
    database.close()
  })

  it.each(['0', '2'])('is refused where SQLite was built with THREADSAFE=%s', (mode) => {
    const rows = [{ compile_options: 'ENABLE_FTS5' }, { compile_options: `THREADSAFE=${mode}` }]
    const built = { prepare: () => ({ all: () => rows }) } as unknown as DatabaseSync
    expect(mayBackUpWhileWriting(built)).toBe(false)
  })
})
