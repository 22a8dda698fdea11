import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { AuditRecord, JournalPort } from '../../../electron/journal/port.ts'
import { at, masked } from './samples.ts'
import { freshPath, openHere, start, valueOf } from './with-journal.ts'

const line: AuditRecord = {
  at: at(5), osUser: 'mara', name: masked(''), action: 'signed-at-start', subject: masked('Links'), detail: masked('Why.'),
}

const walked = async (journal: JournalPort) =>
  valueOf(journal.walkChain({ from: null, through: 99, limit: 99, key: null }))
const counts = async (journal: JournalPort) =>
  (await valueOf(journal.audit({ before: null, limit: 9 }))).lines.map(({ count }) => count)

describe('the count of an audit line', () => {
  it('is stored as a number, and absent if a line counts nothing', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordAudit({ ...line, count: 3 }))
    await valueOf(journal.recordAudit(line))
    expect(await counts(journal)).toEqual([null, 3])
    expect(await walked(journal)).toMatchObject({ links: 2, broken: null })
  })

  it.each([
    ['a changed count', 'UPDATE audit SET count = 1 WHERE id = 1', 1],
    ['a removed count', 'UPDATE audit SET count = NULL WHERE id = 1', 1],
    ['a count added to a line without one', 'UPDATE audit SET count = 0 WHERE id = 2', 2],
  ])('is protected by the chain: %s', async (_what, change, broken) => {
    const path = freshPath()
    const first = openHere(path)
    await valueOf(first.journal.recordAudit({ ...line, count: 3 }))
    await valueOf(first.journal.recordAudit(line))
    await first.journal.close()
    const file = new DatabaseSync(path)
    file.exec(`DROP TRIGGER audit_is_never_changed; ${change}`)
    file.close()
    const { journal } = openHere(path)
    expect((await walked(journal)).broken).toMatchObject({ link: broken, what: 'changed' })
  })

  it('is copied with the lines of another journal, once', async () => {
    const path = freshPath()
    const { port, end } = await start(path)
    await valueOf(port.recordAudit({ ...line, count: 3 }))
    const { fileName } = await valueOf(port.backUp({ at: at(6) }))
    await valueOf(port.recordAudit({ ...line, at: at(7), count: 5 }))
    await valueOf(port.restore({ fileName, at: at(8) }))
    expect((await valueOf(port.audit({ before: null, limit: 9 }))).lines.map(({ count }) => count)).toEqual([5, 3])
    await end()
  })
})
