/** When the history rightly ends elsewhere than the keychain remembers, and when that is only claimed. */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../../../electron/journal/link-content.ts'
import { charge, charges, openHistory, outcome, sealedHistory, valueOf, type History, type UtcTime } from './support.ts'

const at = '2026-11-20T12:00:00.000Z' as UtcTime
const whole = { firstBreak: null, unsealed: 0 }
const cutOff = { firstBreak: { what: 'end-cut-off' } }

/** An amount is changed, every link computed anew, and the seals thrown away. */
function forge(file: DatabaseSync): void {
  const columns = { event: 'id, entry, kind, at, body', audit: 'id, at, os_user, name, action, subject, detail' }
  file.exec(`UPDATE event SET body = replace(body, '1015', '9915') WHERE id = 4; DELETE FROM seal`)
  let before = '0'.repeat(64)
  const rows = file.prepare('SELECT position, kind, ref FROM chain ORDER BY position').all()
  for (const { position, kind, ref } of rows as { position: number; kind: keyof typeof columns; ref: number }[]) {
    const content = file.prepare(`SELECT ${columns[kind]} FROM ${kind} WHERE id = ?`).get(ref)!
    before = digestOf([before, position, kind, ...Object.values(content)])
    file.prepare('UPDATE chain SET link = ? WHERE position = ?').run(Buffer.from(before, 'hex'), position)
  }
}

/** Opens a file with SQLite alone, as somebody does who wants to change it. */
function openFreely(path: string, deed: (file: DatabaseSync) => void): void {
  const file = new DatabaseSync(path)
  for (const { name } of file.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).all()) {
    file.exec(`DROP TRIGGER ${String(name)}`)
  }
  deed(file)
  file.close()
}

/** A backup, and after it what a salvage brings back in another order, so that the links are other ones. */
async function withBackup(): Promise<{ history: History; fileName: string }> {
  const history = await sealedHistory()
  const { fileName } = await valueOf(history.journal.backUp({ at }))
  for (const name of ['four', 'five']) await valueOf(history.journal.recordIntent(charge(name)))
  for (const name of ['five', 'four']) await valueOf(history.journal.recordOutcome(outcome(name)))
  await history.sealing.finish()
  return { history, fileName }
}

async function started(path: string, { vault, clock }: History): Promise<History> {
  const history = openHistory({ path, vault, now: clock.now })
  await history.keeping.noteBeginning()
  return history
}

async function goOn(history: History, name: string) {
  await charges(history, name)
  await history.sealing.finish()
  return await history.verify()
}

const lines = async ({ journal }: History) => (await valueOf(journal.audit({ before: null, limit: 50 }))).lines
const actions = async (history: History) => (await lines(history)).map(({ action }) => action)
const warning = async ({ journal }: History) => (await valueOf(journal.describeFiles())).warning
const remove = (path: string) => { for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true }) }

describe('a forged history', () => {
  it.each([
    ['a damaged file', (path: string) => join(dirname(path), 'journal.damaged-20260101T000000000Z.sqlite'), ''],
    ['a note of a restore', (path: string) => `${path}.from-backup`,
      JSON.stringify({ fileName: 'journal-20261120T120000000Z.sqlite', at, added: 0, known: 0, lost: 0, waiting: 0 })],
  ])('does not become genuine by %s that was put beside it', async (_what, place, text) => {
    const forged = await (await sealedHistory()).attacked(forge)
    await forged.journal.close()
    writeFileSync(place(forged.path), text)
    const history = await started(forged.path, forged)
    expect(await goOn(history, 'four')).toMatchObject({ ...cutOff, sealed: 0 })
    expect(await actions(history)).not.toContain('history-started-anew')
  })

  it('does not become genuine when it is restored as a backup: that works, and verifying goes on to tell', async () => {
    const { history, fileName } = await withBackup()
    openFreely(join(dirname(history.path), 'backups', fileName), forge)
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true })
    expect(await goOn(history, 'six')).toMatchObject({ ...cutOff, sealed: 0 })
    expect((await (await history.again()).verify())).toMatchObject(cutOff)
  })
})

describe('a restore', () => {
  it('of a backup whose seals hold is no alarm, and the audit trail tells what it brought', async () => {
    const { history, fileName } = await withBackup()
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true, value: { added: 2, lost: 0 } })
    expect((await lines(history))[0]).toMatchObject({
      action: 'backup-restored', subject: fileName, detail: '2 added, 3 known, 0 lost, 0 waiting.',
    })
    expect(await goOn(history, 'six')).toMatchObject(whole)
    const later = await history.again()
    await later.keeping.noteBeginning()
    expect(await goOn(later, 'seven')).toMatchObject(whole)
    expect((await actions(later)).filter((action) => action === 'backup-restored')).toHaveLength(1)
    expect(await warning(later)).toBeNull()
  })

  it('that failed leaves the end as it was, and sealing goes on', async () => {
    const { history } = await withBackup()
    expect(await history.keeping.restore('none')).toMatchObject({ ok: false })
    expect(await goOn(history, 'six')).toMatchObject(whole)
  })

  it.each(['put-aside', 'in-place'])('that a power cut ended at "%s" is noted by the next start and is no alarm', async (step) => {
    const { history, fileName } = await withBackup()
    await history.journal.close()
    const process = join(import.meta.dirname, '../journal/restore-process.ts')
    expect(spawnSync('node', [process, history.path, fileName, step]).signal).toBe('SIGKILL')
    const next = await started(history.path, history)
    await expect.poll(() => actions(next)).toContain('backup-restored')
    await expect.poll(async () => (await next.verify()).unsealed).toBe(0)
    expect(await goOn(next, 'six')).toMatchObject(whole)
    const later = await next.again()
    await later.keeping.noteBeginning()
    expect((await actions(later)).filter((action) => action === 'backup-restored')).toHaveLength(1)
  })
})

describe('a history that is gone', () => {
  it('is begun anew with a line that says so, and what is written then verifies', async () => {
    const before = await sealedHistory()
    await before.journal.close()
    remove(before.path)
    const history = await started(before.path, before)
    expect(await actions(history)).toEqual(['history-started-anew'])
    expect(await warning(history)).toBe('gone')
    expect(await goOn(history, 'four')).toMatchObject(whole)
  })

  it('shows by the end that the keychain remembers, where nothing else is left', async () => {
    const before = await sealedHistory()
    await before.journal.close()
    for (const name of readdirSync(dirname(before.path))) rmSync(join(dirname(before.path), name), { recursive: true })
    const history = await started(before.path, before)
    expect(await warning(history)).toBeNull()
    await charges(history, 'four')
    await expect.poll(() => warning(history)).toBe('gone')
    expect(await actions(history)).toContain('history-started-anew')
    expect(await goOn(history, 'five')).toMatchObject(whole)
  })

  it('in part shows too: a warning until it is given up, once, while verifying goes on to tell', async () => {
    const cut = await (await sealedHistory()).attacked((file) => {
      file.exec('DELETE FROM entry WHERE seq = 7; DELETE FROM event WHERE id >= 7')
      file.exec('DELETE FROM seal WHERE position >= 8; DELETE FROM chain WHERE position >= 8')
    })
    await cut.keeping.noteBeginning()
    await charges(cut, 'four')
    await expect.poll(() => warning(cut)).toBe('gone')
    expect(await cut.keeping.giveUp(null)).toMatchObject({ ok: true })
    expect(await warning(cut)).toBeNull()
    const later = await cut.again()
    expect(await goOn(later, 'five')).toMatchObject(cutOff)
    expect(await warning(later)).toBeNull()
  })
})
