/** A history that ends elsewhere than the keychain's record: legitimately, or only supposedly. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { filesOf } from '../../../../electron/journal/recovery/file-names.ts'
import { initialState, type RecoveryState } from '../../../../electron/journal/recovery/state.ts'
import { readState } from '../../../../electron/journal/recovery/state-file.ts'
import { wasKilled } from '../../../support/processes/killed.ts'
import { builtEntry } from '../../entries.ts'
import {
  charge, charges, cutOff, forge, openHistory, outcome, relinkWithoutHeads, signedHistory, valueOf, type History,
  type UtcTime,
} from './support.ts'

const at = '2026-11-20T12:00:00.000Z' as UtcTime
const whole = { firstBreak: null, unsigned: 0, signedAtStart: 0, signedAtRestore: 0 }
const endCutOff = { firstBreak: { what: 'end-cut-off' } }

const restored = { fileName: 'journal-20261120T120000000Z.sqlite', at, added: 0, known: 0, lost: 0, waiting: 0 }
const stateWith = (emitted: Partial<RecoveryState>) => JSON.stringify({ ...initialState, ...emitted })

/** Opens a file with SQLite only, as an attacker does who wants to change it. */
function openFreely(path: string, action: (file: DatabaseSync) => void): void {
  const file = new DatabaseSync(path)
  for (const { name } of file.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).all()) {
    file.exec(`DROP TRIGGER ${String(name)}`)
  }
  action(file)
  file.close()
}

/** A backup, and later entries that a salvage restores in another order, with other links. */
async function withBackup(): Promise<{ history: History; fileName: string }> {
  const history = await signedHistory()
  const { fileName } = await valueOf(history.journal.backUp({ at }))
  for (const name of ['four', 'five']) await valueOf(history.journal.recordIntent(charge(name)))
  for (const name of ['five', 'four']) await valueOf(history.journal.recordOutcome(outcome(name)))
  await history.signing.finish()
  return { history, fileName }
}

/** A restore that a power cut ended at a step; the keychain has a record of its start, as the desk writes it. */
async function cutWhileRestoring(step: string): Promise<{ history: History }> {
  const { history, fileName } = await withBackup()
  const end = await valueOf(history.vault.journalEnd())
  await valueOf(history.vault.keepJournalEnd({ ...end!, restoring: '2026-11-20T08:00:00.000Z' }))
  await history.journal.close()
  expect(wasKilled(spawnSync('node', [builtEntry('journal-restore'), history.path, fileName, step]))).toBe(true)
  return { history }
}

/** From now on the vault is locked; the returned function unlocks it. */
function lock({ vault }: History): () => undefined {
  const open = { ...vault }
  const locked = async () => ({ ok: false, failure: { code: 'vault-locked' } })
  Object.assign(vault, { signJournalHead: locked, journalHeadKey: locked, journalEnd: locked, keepJournalEnd: locked })
  return () => { Object.assign(vault, open) }
}

async function started(path: string, { vault, clock }: History): Promise<History> {
  const history = openHistory({ path, vault, now: clock.now })
  await history.keeping.noteBeginning()
  return history
}

async function continued(history: History, name: string) {
  await charges(history, name)
  await history.signing.finish()
  return await history.verify()
}

const lines = async ({ journal }: History) => (await valueOf(journal.audit({ before: null, limit: 50 }))).lines
const actions = async (history: History) => (await lines(history)).map(({ action }) => action)
const warning = async ({ journal }: History) => (await valueOf(journal.describeFiles())).warning
const remove = (path: string) => { for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true }) }

describe('a forged history', () => {
  it.each([
    ['a damaged file', 0, (path: string) => join(dirname(path), 'journal.damaged-20260101T000000000Z.sqlite'), ''],
    ['a state with a restore', 0, (path: string) => `${path}.recovery.json`, stateWith({ restored })],
    ['one that does where its first head was left,', 1, (path: string) => `${path}.recovery.json`, stateWith({ restored })],
  ])('does not become genuine by %s that was placed beside it', async (_what, heads, place, text) => {
    const forged = await (await signedHistory()).attacked(forge(heads))
    await forged.journal.close()
    writeFileSync(place(forged.path), text)
    const history = await started(forged.path, forged)
    expect(await continued(history, 'four')).toMatchObject({ ...endCutOff, heads: { valid: heads } })
    expect(await actions(history)).not.toContain('history-started-anew')
  })

  it('does not become genuine by a state that makes the next start move it into the history’s place', async () => {
    const forged = await (await signedHistory()).attacked(() => undefined)
    await forged.journal.close()
    const { restored: place } = filesOf(forged.path)
    copyFileSync(forged.path, place)
    openFreely(place, forge())
    const change = { kind: 'replace', fileName: 'journal.replaced-20261120T120000000Z.sqlite', restored } as const
    writeFileSync(`${forged.path}.recovery.json`, stateWith({ change }))
    const history = await started(forged.path, forged)
    expect(readdirSync(dirname(forged.path))).toContain(change.fileName)
    expect(await continued(history, 'four')).toMatchObject({ ...endCutOff, heads: { valid: 0 } })
    expect(await (await history.again()).verify()).toMatchObject(endCutOff)
  })

  it('does not become genuine when it is restored as a backup: that works, and every verification reports it', async () => {
    const { history, fileName } = await withBackup()
    openFreely(join(dirname(history.path), 'backups', fileName), forge())
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true })
    expect(await continued(history, 'six')).toMatchObject({ ...endCutOff, heads: { valid: 0 } })
    expect((await (await history.again()).verify())).toMatchObject(endCutOff)
  })

  it('that kept its first head does not either, if it is restored over the history that it contradicts', async () => {
    const { history, fileName } = await withBackup()
    openFreely(join(dirname(history.path), 'backups', fileName), forge(1))
    const value = { added: 2, known: 3, lost: 0, waiting: 0 }
    expect(await history.keeping.restore(fileName)).toEqual({ ok: true, value })
    expect(await continued(history, 'six')).toMatchObject({ ...endCutOff, heads: { valid: 1 } })
    expect((await (await history.again()).verify())).toMatchObject({ ...endCutOff, heads: { valid: 1 } })
  })

  it('that kept its first head, without a history that contradicts it, is still reported with its unproven length', async () => {
    const { history: gone, fileName } = await withBackup()
    await gone.journal.close()
    openFreely(join(dirname(gone.path), 'backups', fileName), forge(1))
    remove(gone.path)
    const history = await started(gone.path, gone)
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true })
    expect(await actions(history)).toEqual(expect.arrayContaining(['signed-at-restore', 'backup-restored']))
    expect(await continued(history, 'six')).toMatchObject({ firstBreak: null, signedAtRestore: 7 })
    expect((await (await history.again()).verify())).toMatchObject({ firstBreak: null, signedAtRestore: 7 })
  })

  it('whose salvaged entries are added to an intact backup is still reported', async () => {
    const { history, fileName } = await withBackup()
    const cut = await history.attacked((file) => {
      file.exec(`UPDATE event SET facts = replace(facts, '1015', '9915') WHERE id = 10`)
      relinkWithoutHeads(file, 2)
    })
    await cut.signing.finish()
    expect(await cut.keeping.restore(fileName)).toMatchObject({ ok: true, value: { added: 2 } })
    expect((await continued(cut, 'six')).signedAtRestore).toBeGreaterThanOrEqual(4)
  })
})

describe('a restore', () => {
  it('of a backup with valid heads is no alarm, and the audit trail has its result', async () => {
    const { history, fileName } = await withBackup()
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true, value: { added: 2, lost: 0 } })
    expect((await lines(history))[1]).toMatchObject({
      action: 'backup-restored', subject: fileName, detail: '2 added, 3 known, 0 lost, 0 waiting.',
    })
    expect(await continued(history, 'six')).toMatchObject(whole)
    const later = await history.again()
    await later.keeping.noteBeginning()
    expect(await continued(later, 'seven')).toMatchObject(whole)
    expect((await actions(later)).filter((action) => action === 'backup-restored')).toHaveLength(1)
    expect(await warning(later)).toBeNull()
  })

  it.each([
    ['is in the current history', false, { signedAtRestore: 2 }],
    ['is gone', true, { signedAtRestore: 2 }],
  ])('of a backup whose end had no head yet, and that %s: no alarm, and the unproven length is still reported', async (_what, isMissing, emitted) => {
    const history = await signedHistory()
    const unlock = lock(history)
    await valueOf(history.journal.recordIntent(charge('late')))
    await valueOf(history.journal.recordOutcome(outcome('late')))
    const { fileName } = await valueOf(history.journal.backUp({ at }))
    unlock()
    history.signing.again()
    await history.signing.finish()
    if (isMissing) {
      await history.journal.close()
      remove(history.path)
    }
    const later = isMissing ? await started(history.path, history) : history
    expect(await later.keeping.restore(fileName)).toMatchObject({ ok: true })
    expect(await continued(later, 'six')).toMatchObject({ ...whole, ...emitted })
    expect(await (await later.again()).verify()).toMatchObject({ ...whole, ...emitted })
  })

  it('that failed does not change the end, and signing continues', async () => {
    const { history } = await withBackup()
    expect(await history.keeping.restore('none')).toMatchObject({ ok: false })
    expect(await continued(history, 'six')).toMatchObject(whole)
  })

  it.each(['put-aside', 'in-place'])('that a power cut ended at "%s" is recorded by the next start and is no alarm', async (step) => {
    const { history } = await cutWhileRestoring(step)
    const next = await started(history.path, history)
    await expect.poll(() => actions(next)).toContain('backup-restored')
    await expect.poll(async () => (await next.verify()).unsigned).toBe(0)
    // No head covered what the restore had added.
    expect(await continued(next, 'six')).toMatchObject({ ...whole, signedAtRestore: 4 })
    const later = await next.again()
    await later.keeping.noteBeginning()
    expect((await actions(later)).filter((action) => action === 'backup-restored')).toHaveLength(1)
    expect(await continued(later, 'seven')).toMatchObject({ ...whole, signedAtRestore: 4 })
  })
})

describe('a restore while the vault does not answer', () => {
  it('is refused with a message before anything is changed, and works once the vault is open', async () => {
    const { history, fileName } = await withBackup()
    const unlock = lock(history)
    expect(await history.keeping.restore(fileName)).toEqual({ ok: false, failure: { code: 'vault-locked' } })
    expect(readdirSync(dirname(history.path)).filter((name) => name.includes('replaced'))).toEqual([])
    unlock()
    history.signing.again()
    expect(await continued(history, 'six')).toMatchObject(whole)
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true })
    expect(await continued(history, 'seven')).toMatchObject(whole)
  })

  it('any more delays its heads until it does, even over a restart with a locked vault', async () => {
    const { history, fileName } = await withBackup()
    const { keepJournalEnd } = history.vault
    let unlock = () => undefined
    Object.assign(history.vault, { keepJournalEnd: async (end: never) => {
      const kept = await keepJournalEnd(end)
      unlock = lock(history)
      return kept
    } })
    expect(await history.keeping.restore(fileName)).toMatchObject({ ok: true })
    const later = await history.again()
    await later.keeping.noteBeginning()
    await charges(later, 'six')
    await later.signing.finish()
    unlock()
    Object.assign(history.vault, { keepJournalEnd })
    later.signing.again()
    // Written by earlier runs, and not proven by a head: what the restore added, and its audit line.
    expect(await continued(later, 'seven')).toMatchObject({ ...whole, signedAtRestore: 5 })
    expect((await actions(later)).filter((action) => action === 'backup-restored')).toHaveLength(1)
    expect(readState(history.path).restored).toBeNull()
  })

  it('at the start after a power cut waits for the vault as well', async () => {
    const { history } = await cutWhileRestoring('in-place')
    const unlock = lock(history)
    const next = await started(history.path, history)
    await charges(next, 'six')
    await next.signing.finish()
    const [last] = await lines(next)
    expect(last).toMatchObject({ action: 'backup-restored' })
    unlock()
    next.signing.again()
    expect(await continued(next, 'seven')).toMatchObject({ ...whole, signedAtRestore: 4 })
    expect(await warning(next)).toBeNull()
  })
})

describe('a missing history', () => {
  it('is started again with an audit line, and new writes verify', async () => {
    const before = await signedHistory()
    await before.journal.close()
    remove(before.path)
    const history = await started(before.path, before)
    expect(await actions(history)).toEqual(['history-started-anew'])
    expect(await warning(history)).toBe('missing')
    expect(await continued(history, 'four')).toMatchObject(whole)
  })

  it('is detected by the keychain’s record, if nothing else is left', async () => {
    const before = await signedHistory()
    await before.journal.close()
    for (const name of readdirSync(dirname(before.path))) rmSync(join(dirname(before.path), name), { recursive: true })
    const history = await started(before.path, before)
    expect(await warning(history)).toBeNull()
    await charges(history, 'four')
    history.signing.soon()
    await expect.poll(() => warning(history)).toBe('missing')
    expect(await actions(history)).toContain('history-started-anew')
    expect(await continued(history, 'five')).toMatchObject(whole)
  })

  it('is detected if only its end is missing: one warning until it is given up, and every verification reports it', async () => {
    const cut = await (await signedHistory()).attacked((file) => {
      cutOff(file, 7)
    })
    await cut.keeping.noteBeginning()
    await charges(cut, 'four')
    cut.signing.soon()
    await expect.poll(() => warning(cut)).toBe('missing')
    expect(await cut.keeping.giveUp(null)).toMatchObject({ ok: true })
    expect(await warning(cut)).toBeNull()
    const later = await cut.again()
    expect(await continued(later, 'five')).toMatchObject(endCutOff)
    expect(await warning(later)).toBeNull()
  })
})
