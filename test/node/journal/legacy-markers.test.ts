/** Folders as the version with marker files left them, also in the middle of something: each opens and is finished. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readState } from '../../../electron/journal/recovery/state-file.ts'
import { startWithJournal } from '../../../electron/journal/recovery/start.ts'
import { interrupted, unpack } from '../../fixtures/journal/interrupted/unpack.ts'
import { day, entriesIn } from './files.ts'
import { charge } from './samples.ts'
import { freshPath, onTestEnd, start, valueOf } from './with-journal.ts'

const everything = [['a', 'approved'], ['b', 'approved'], ['r', 'approved'], ['c', 'approved'], ['lost-d', 'unknown']]
const markers = /\.(begun|damaged|putting-aside|gone|gone-settled|from-backup|seen|not-all-read)$|restor(ing|ed)\.sqlite/
const replaced = 'journal.replaced-20261120T080000000Z.sqlite'

function unpacked(name: string): string {
  const path = freshPath()
  unpack(name, dirname(path))
  return path
}

async function opened(path: string) {
  const { port, end } = await start(path)
  onTestEnd(end)
  return { port, end, described: await valueOf(port.describeFiles()), begun: await valueOf(port.beginning()) }
}

it.each(interrupted)('%s: opens, takes charges, and no marker is left, at this start and the next', async (name) => {
  const path = unpacked(name)
  const first = await opened(path)
  await valueOf(first.port.recordIntent(charge('goes-on')))
  expect(readdirSync(dirname(path)).filter((file) => markers.test(file))).toEqual([])
  await first.end()
  const next = await opened(path)
  expect((await entriesIn(next.port)).at(-1)?.[0]).toBe('goes-on')
  const { warning, startedAnewBeside } = first.described
  expect(next.described).toMatchObject({ warning, startedAnewBeside })
})

describe('a restore that a power cut ended', () => {
  it.each([
    ['restore-copied', false], ['restore-salvaged', false], ['restore-whole', false], ['restore-journal-closed', false],
    ['restore-putting-aside', true], ['restore-put-aside', true], ['restore-in-place', true],
  ])('%s: nothing is missing; it took place: %s', async (name, tookPlace) => {
    const { port, described, begun } = await opened(unpacked(name))
    expect(await entriesIn(port)).toEqual(everything)
    expect(described).toMatchObject({ warning: null, quarantined: tookPlace ? [{ fileName: replaced, why: 'replaced' }] : [] })
    expect(begun.restored).toEqual(tookPlace
      ? expect.objectContaining({ at: '2026-11-20T08:00:00.000Z', added: 2, known: 3, lost: 0, waiting: 0 }) : null)
  })

  it('is told until the audit trail has it, and not at the start after that', async () => {
    const path = unpacked('restore-put-aside')
    const first = await opened(path)
    await first.end()
    const next = await opened(path)
    expect(next.begun.restored).not.toBeNull()
    await valueOf(next.port.restoreNoted())
    await next.end()
    expect((await opened(path)).begun.restored).toBeNull()
  })

  it('that had not taken place is not taken for one when its files go first', async () => {
    const path = unpacked('restore-whole')
    const started = startWithJournal(path, day(21))
    if (started.ok) started.value.connection.close()
    expect(started).toMatchObject({ ok: true, value: { beginning: { restored: null } } })
    expect(readState(path)).toMatchObject({ restored: null, change: null })
  })
})

describe('a journal that was put aside', () => {
  it('is put aside with its log, which had its new name already', async () => {
    const path = unpacked('damaged-log-moved')
    const { port } = await opened(path)
    const fileName = 'journal.damaged-20261120T080000000Z.sqlite'
    expect(readdirSync(dirname(path))).toEqual(expect.arrayContaining([fileName, `${fileName}-wal`]))
    expect(await valueOf(port.salvage({ fileName, at: day(21) }))).toMatchObject({ added: 2, lost: 0 })
  })

  it('is still said to be not all read, or given up', async () => {
    expect((await opened(unpacked('not-all-read'))).described.warning).toBe('not-all-read')
    expect((await opened(unpacked('given-up'))).described).toMatchObject({ warning: null, startedAnewBeside: null })
  })
})

describe('a history that was gone', () => {
  it('is still said, until it is given up; what was given up is not said again', async () => {
    const path = unpacked('gone')
    const first = await opened(path)
    expect(first.described.warning).toBe('missing')
    await valueOf(first.port.resolveDamage({ fileName: null }))
    expect((await valueOf(first.port.describeFiles())).warning).toBeNull()
    const resolved = await opened(unpacked('gone-settled'))
    await valueOf(resolved.port.noteMissing({ what: 'ab'.repeat(32) }))
    expect((await valueOf(resolved.port.describeFiles())).warning).toBeNull()
    await valueOf(resolved.port.noteMissing({ what: 'cd'.repeat(32) }))
    expect((await valueOf(resolved.port.describeFiles())).warning).toBe('missing')
  })
})

it('damage that the last run had marked: all of the journal is looked at', async () => {
  const { port } = await opened(unpacked('marked-damaged'))
  expect(await entriesIn(port)).toEqual([['a', 'approved'], ['b', 'approved']])
})

it('a journal that was begun by that version and is gone now is missed', async () => {
  const path = unpacked('given-up')
  for (const name of readdirSync(dirname(path))) if (name !== 'journal.sqlite.begun') rmSync(join(dirname(path), name), { recursive: true })
  expect((await opened(path)).described.warning).toBe('missing')
})

it('a marker that names a file outside of the folder moves nothing', async () => {
  const path = unpacked('given-up')
  writeFileSync(`${path}.putting-aside`, '../journal.damaged-20261120T080000000Z.sqlite')
  expect(await entriesIn((await opened(path)).port)).toEqual([])
  expect(readdirSync(dirname(dirname(path))).filter((name) => name.startsWith('journal.damaged'))).toEqual([])
})
