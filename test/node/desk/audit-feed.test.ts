/** The audit trail in the file of a collector: every line, in order, whatever happens to the file meanwhile. */
import {
  chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAuditFile } from '../../../electron/main/audit-file.ts'
import { openAgain, openProtected } from '../access/support.ts'
import { charge, closeAll, open, type TestDesk } from './support.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'collector-'))
  file = join(folder, 'audit.ndjson')
  mkdirSync(join(folder, 'own'))
})
afterEach(async () => {
  await closeAll()
  rmSync(folder, { recursive: true, force: true })
})

function auditFile() {
  const ownFolder = join(folder, 'own')
  return createAuditFile({ positionFile: join(ownFolder, 'position.json'), ownFolder })
}

const openDesk = (data?: string) =>
  open({ ...data !== undefined && { folder: data }, system: { auditFile: auditFile() } })

async function name(desk: TestDesk, operatorName: string, auditPath: string | null = file): Promise<void> {
  await desk.call('settings.save', { ...await desk.call('settings.read', null), operatorName, auditFile: auditPath })
}

interface Line { readonly id: string; readonly link: number; readonly action: string; readonly detail: string }

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')
  .map((line) => JSON.parse(line) as Line)
const trail = async (desk: TestDesk) => (await desk.call('maintenance.audit', { before: null, limit: 200 })).lines.toReversed()

/** Lets waiting lines be written, and waits until the newest one of the trail is in the file. */
async function written(desk: TestDesk, path = file): Promise<void> {
  const newest = (await trail(desk)).at(-1)!.link
  await expect.poll(async () => {
    await desk.clock.pass(300)
    return existsSync(path) && statSync(path).size > 0 && linesOf(path).at(-1)?.link
  }).toBe(newest)
}

describe('the audit file', () => {
  it('has every line of the trail as the journal has it, the older ones first, for its owner alone', async () => {
    const desk = await openDesk()
    await name(desk, 'Maria Keller')
    await written(desk)
    await name(desk, 'Ines Maurer')
    await written(desk)
    const lines = linesOf(file)
    expect(lines.map(({ id: _id, ...line }) => line)).toEqual(await trail(desk))
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    expect(lines.every(({ id }) => /^[0-9a-f]{64}$/.test(id))).toBe(true)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('loses nothing and repeats nothing while it cannot be written, across a restart, and no charge waits for it', async () => {
    const desk = await openDesk()
    await name(desk, 'before')
    await written(desk)
    renameSync(file, `${file}.old`)
    // Nobody can append to a folder.
    mkdirSync(file)
    await name(desk, 'meanwhile')
    await expect.poll(() => desk.control.auditFileProblem()).toContain('Its lines wait in the history and follow later.')
    await charge(desk)
    expect(desk.ordersInLedger()).toHaveLength(1)
    await desk.end()
    rmSync(file, { recursive: true })

    const again = await openDesk(desk.folder)
    await written(again)
    expect(again.control.auditFileProblem()).toBe(null)
    const links = [...linesOf(`${file}.old`), ...linesOf(file)].map(({ link }) => link)
    expect(links).toEqual((await trail(again)).map(({ link }) => link))
  })

  it('holds up neither a charge nor the end of the application where its disk hangs', async () => {
    const forEver = new Promise<null>(() => undefined)
    const append = (_path: string, lines: string) => lines === '' ? Promise.resolve(null) : forEver
    const hangs = { ...auditFile(), append }
    const desk = await open({ system: { auditFile: hangs } })
    await name(desk, 'Maria Keller')
    await charge(desk)
    expect(desk.ordersInLedger()).toHaveLength(1)
    await desk.control.prepareToQuit()
    expect((await trail(desk)).at(-1)).toMatchObject({ action: 'application-ended' })
  })

  it('is begun again when a collector takes it away, and goes on behind what a collector truncated', async () => {
    const desk = await openDesk()
    await name(desk, 'one')
    await written(desk)
    renameSync(file, `${file}.1`)
    await name(desk, 'two')
    await written(desk)
    expect(linesOf(file)).toHaveLength(1)
    writeFileSync(file, '')
    await name(desk, 'three')
    await written(desk)
    expect(linesOf(file).map(({ detail }) => detail)).toEqual([expect.stringContaining('three')])
  })

  it('gets what the end of the run says, before the run ends', async () => {
    const desk = await openDesk()
    await name(desk, 'Maria Keller')
    await desk.control.prepareToQuit()
    expect(linesOf(file).at(-1)).toMatchObject({ action: 'application-ended' })
  })

  it('gets the whole trail when another file is named', async () => {
    const desk = await openDesk()
    await name(desk, 'Maria Keller')
    await written(desk)
    const other = join(folder, 'other.ndjson')
    await name(desk, 'Maria Keller', other)
    await written(desk, other)
    expect(linesOf(other).map(({ link }) => link)).toEqual((await trail(desk)).map(({ link }) => link))
  })

  it('is written again with the same ids when it is not known how far it came', async () => {
    const desk = await openDesk()
    await name(desk, 'Maria Keller')
    await written(desk)
    const before = linesOf(file)
    const position = join(folder, 'own', 'position.json')
    // It is noted after the lines are written: what is damaged before would be put right again.
    await expect.poll(() => readFileSync(position, 'utf8')).toContain(before.at(-1)!.id)
    await desk.end()
    writeFileSync(position, 'damaged')
    const again = await openDesk(desk.folder)
    // Not `written`: the newest line may be in the file already, from before.
    await expect.poll(async () => {
      await again.clock.pass(300)
      return linesOf(file).slice(before.length, before.length * 2)
    }).toEqual(before)
  })
})

describe('the audit file of a protected desk', () => {
  const actionsIn = (path: string) => existsSync(path) ? linesOf(path).map(({ action }) => action) : []

  it('gets a failed unlock while the desk is locked, and what a new start says once somebody has unlocked it', async () => {
    const desk = await openProtected({ system: { auditFile: auditFile() } })
    await name(desk, 'Ada')
    await desk.call('access.lock', null)
    await desk.refused('access.unlock', { proof: { personId: desk.administrator.id, passphrase: 'not hers' } })
    await expect.poll(async () => {
      await desk.clock.pass(300)
      return actionsIn(file)
    }).toEqual(expect.arrayContaining(['vault-locked', 'unlock-failed']))
    await desk.end()
    rmSync(file)

    const again = await openAgain(desk, { system: { auditFile: auditFile() } })
    await again.clock.pass(300)
    expect(actionsIn(file)).toEqual([])
    // A wrong try waits by the vault's own clock.
    await expect.poll(() => again.unlock().then(() => 'unlocked', () => 'too soon')).toBe('unlocked')
    await expect.poll(async () => {
      await again.clock.pass(300)
      return actionsIn(file)
    }).toEqual(expect.arrayContaining(['application-started', 'vault-unlocked']))
  })
})

describe('a file that is no place for it', () => {
  it.each([
    ['in a folder that is not there', () => join(folder, 'none', 'audit.ndjson'), 'the folder is missing'],
    ['in the folder of the application’s own data', () => join(folder, 'own', 'journal.sqlite'), 'own data'],
    ['that is a folder', () => folder, 'error EISDIR'],
    ['with other content', () => { writeFileSync(file, 'Dear Sir'); return file }, 'other content'],
    ['that is read-only', () => { writeFileSync(file, ''); chmodSync(file, 0o400); return file }, 'permission denied'],
  ])('is refused when it is named: one %s', async (what, path, why) => {
    // Root may write what is read-only.
    if (what === 'that is read-only' && process.getuid?.() === 0) return
    const desk = await openDesk()
    const settings = await desk.call('settings.read', null)
    expect(await desk.refused('settings.save', { ...settings, auditFile: path() }))
      .toEqual({ code: 'file-unwritable', detail: expect.stringContaining(why) as string })
    expect(await desk.call('settings.read', null)).toEqual(settings)
  })

  it('does not swallow a line after one that was cut off', async () => {
    writeFileSync(file, '{"id":"cut')
    expect(await auditFile().append(file, '{"id":"next"}\n')).toBe(null)
    expect(readFileSync(file, 'utf8')).toBe('{"id":"cut\n{"id":"next"}\n')
  })
})
