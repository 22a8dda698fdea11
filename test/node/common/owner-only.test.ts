import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeAtomically } from '../../../electron/common/files/atomic-file.ts'
import { createLog } from '../../../electron/common/processes/log.ts'
import { createForOwner, tightenModes } from '../../../electron/common/files/owner-only.ts'
import { writePieces } from '../../../electron/common/files/streamed-file.ts'
import { openLedger } from '../../../electron/sandbox/orders/ledger.ts'
import { chargeAll, closedJournal, day, spoilHeader } from '../journal/files.ts'
import { start, valueOf } from '../journal/with-journal.ts'

const skipped = process.platform === 'win32'
if (skipped) console.log('SKIPPED owner-only.test.ts: Windows has no file modes; the profile folder guards there.')

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'owner-')) })
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

const mode = (path: string) => (statSync(path).mode & 0o7777).toString(8)

/** Every file without mode 600 and every folder without mode 700, each with its mode. */
const openToOthers = (within = folder): string[] => readdirSync(within, { recursive: true, encoding: 'utf8' }).filter((name) => {
  const found = lstatSync(join(within, name))
  return (found.mode & 0o7777) !== (found.isDirectory() ? 0o700 : 0o600)
}).map((name) => `${name} ${mode(join(within, name))}`)

describe.skipIf(skipped)('files of an earlier run', () => {
  it('lose the rights of others, as do folders, and are counted', () => {
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'profiles.json'), '{}')
    writeFileSync(join(folder, 'backups', 'journal-1.sqlite'), '')
    writeFileSync(join(folder, 'own'), '', { mode: 0o600 })
    chmodSync(join(folder, 'profiles.json'), 0o666)
    chmodSync(join(folder, 'backups'), 0o777)
    chmodSync(join(folder, 'backups', 'journal-1.sqlite'), 0o755)
    chmodSync(folder, 0o755)
    expect(tightenModes(folder)).toEqual({ tightened: 4, refused: 0 })
    expect(openToOthers()).toEqual([])
    expect(mode(folder)).toBe('700')
    expect(tightenModes(folder)).toEqual({ tightened: 0, refused: 0 })
  })

  it('are left alone if a link leads out of the folder, and in a folder that users share', () => {
    const elsewhere = join(folder, 'elsewhere')
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(elsewhere, '')
    chmodSync(elsewhere, 0o644)
    symlinkSync(elsewhere, join(data, 'link'))
    expect(tightenModes(data)).toEqual({ tightened: 0, refused: 0 })
    expect(mode(elsewhere)).toBe('644')
    chmodSync(folder, 0o1777)
    expect(tightenModes(folder)).toEqual({ tightened: 0, refused: 0 })
    expect(mode(folder)).toBe('1777')
  })

  it('are none if the folder is missing', () => {
    expect(tightenModes(join(folder, 'none'))).toEqual({ tightened: 0, refused: 0 })
  })
})

describe.skipIf(skipped)('files that are written with an umask that allows everything', () => {
  let before: number
  beforeAll(() => { before = process.umask(0) })
  afterAll(() => { process.umask(before) })

  it('are accessible to the owner only: history, its log, backups, quarantined files', async () => {
    const path = join(folder, 'journal.sqlite')
    const { port, end } = await start(path)
    await chargeAll(port, ['a'])
    expect(readdirSync(folder)).toContain('journal.sqlite-wal')
    expect(openToOthers()).toEqual([])
    const { fileName } = await valueOf(port.backUp({ at: day(19) }))
    await valueOf(port.restore({ fileName, at: day(20) }))
    await chargeAll(port, ['b'])
    expect(openToOthers()).toEqual([])
    await end()

    const damaged = join(folder, 'damaged')
    mkdirSync(damaged, { mode: 0o700 })
    await closedJournal(join(damaged, 'journal.sqlite'), ['a'])
    spoilHeader(join(damaged, 'journal.sqlite'))
    await (await start(join(damaged, 'journal.sqlite'))).end()
    expect(readdirSync(damaged).some((name) => name.startsWith('journal.damaged-'))).toBe(true)
    expect(openToOthers()).toEqual([])
  })

  it('are accessible to the owner only: log, profiles and settings, exports, ledger', async () => {
    createLog({ folder: join(folder, 'logs'), module: 'main' }).info('started')
    writeAtomically(join(folder, 'profiles.json'), '{}')
    createForOwner(join(folder, 'empty'))
    openLedger(join(folder, 'ledgers', 'sandbox'), () => 1_795_167_667_000).close()
    const exported = join(folder, 'history.csv')
    writeFileSync(exported, 'an older export')
    await writePieces(exported, (async function* () { yield 'a;b' })())
    expect(openToOthers()).toEqual([])
  })
})
