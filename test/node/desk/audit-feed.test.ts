/** The audit trail in a collector's file: every line, in order, whatever happens to the file. */
import {
  chmodSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync,
  symlinkSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAuditFile } from '../../../electron/main/audit-file/audit-file.ts'
import type { Appended } from '../../../electron/desk/audit-file.ts'
import { asOperator, openAgain, openProtected } from './access/support.ts'
import { charge, closeAll, open, type TestDesk } from './support.ts'

const fileName = 'gateway-console-audit.jsonl'

let folder: string
let file: string
/** The folder that the person chooses in the system's dialog. */
let chosen: string | null = null
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'collector-')))
  file = join(folder, fileName)
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

const chooseFolder = async () => chosen

const openDesk = (data?: string) =>
  open({ ...data !== undefined && { folder: data }, system: { auditFile: auditFile(), chooseFolder } })

/** Saves the settings with the audit file in this folder, which a person chooses first if it is another one. */
async function name(desk: TestDesk, operatorName: string, inFolder = folder): Promise<void> {
  const settings = await desk.call('settings.read', null)
  chosen = inFolder
  const isThere = settings.auditFile === join(inFolder, fileName)
  const { handle } = isThere ? { handle: '' } : await desk.call('settings.chooseAuditFile', null)
  await desk.call('settings.save', { ...settings, operatorName, auditFile: isThere ? 'keep' : { handle } })
}

interface Line { readonly id: string; readonly link: number; readonly action: string; readonly detail: string }

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')
  .map((line) => JSON.parse(line) as Line)
const trail = async (desk: TestDesk) => (await desk.call('maintenance.audit', { before: null, limit: 200 })).lines.toReversed()

/** Lets waiting lines be written, and waits until the newest one of the trail is in the file. */
async function written(desk: TestDesk, path = file): Promise<void> {
  await expect.poll(async () => {
    await desk.clock.pass(300)
    const newest = (await trail(desk)).at(-1)!.link
    return existsSync(path) && statSync(path).size > 0 && linesOf(path).at(-1)?.link === newest
  }).toBe(true)
}

describe('the audit file', () => {
  it('has every line of the trail as in the journal, the older ones first, readable only by its owner', async () => {
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
    // A folder cannot be appended to.
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

  it('delays neither a charge nor the end of the application if its disk hangs', async () => {
    const forEver = new Promise<Appended>(() => undefined)
    const real = auditFile()
    const append: typeof real.append = (path, lines, last) => lines === '' ? real.append(path, lines, last) : forEver
    const desk = await open({ system: { auditFile: { ...real, append }, chooseFolder } })
    await name(desk, 'Maria Keller')
    await charge(desk)
    expect(desk.ordersInLedger()).toHaveLength(1)
    await desk.control.prepareToQuit()
    expect((await trail(desk)).at(-1)).toMatchObject({ action: 'application-ended' })
  })

  it('is created again when a collector removes it, and continues when a collector truncates it', async () => {
    const desk = await openDesk()
    await name(desk, 'one')
    await written(desk)
    renameSync(file, `${file}.1`)
    await name(desk, 'two')
    /** The line about the file follows in a separate write. */
    const hasOnly = async (detail: string): Promise<void> => {
      await expect.poll(async () => {
        await written(desk)
        return linesOf(file)
      }).toMatchObject([{ detail: expect.stringContaining(detail) as string }, { action: 'audit-file-begun-again' }])
    }
    await hasOnly('two')
    writeFileSync(file, '')
    await name(desk, 'three')
    await hasOnly('three')
  })

  it('gets the lines of the end of a run before the run ends', async () => {
    const desk = await openDesk()
    await name(desk, 'Maria Keller')
    await desk.control.prepareToQuit()
    expect(linesOf(file).at(-1)).toMatchObject({ action: 'application-ended' })
  })

  it('gets the whole trail if another file is chosen; the first one, chosen again, continues without repeating a line', async () => {
    const desk = await openDesk()
    await name(desk, 'Maria Keller')
    await written(desk)
    mkdirSync(join(folder, 'other'))
    for (const [who, at] of [['Maria Keller', join(folder, 'other')], ['Ines Maurer', folder]] as const) {
      await name(desk, who, at)
      await written(desk, join(at, fileName))
      expect(linesOf(join(at, fileName)).map(({ link }) => link)).toEqual((await trail(desk)).map(({ link }) => link))
    }
  })

  it('is written again with the same ids if its end is not known', async () => {
    const desk = await openDesk()
    await name(desk, 'Maria Keller')
    await written(desk)
    const before = linesOf(file)
    const position = join(folder, 'own', 'position.json')
    // The position is recorded after the lines are written: earlier damage would be repaired.
    await expect.poll(() => readFileSync(position, 'utf8')).toContain(before.at(-1)!.id)
    await desk.end()
    writeFileSync(position, 'damaged')
    const again = await openDesk(desk.folder)
    // Not `written`: the newest line may be in the file already.
    await expect.poll(async () => {
      await again.clock.pass(300)
      return linesOf(file).slice(before.length, before.length * 2)
    }).toEqual(before)
  })
})

describe('the audit file of a protected desk', () => {
  const actionsIn = (path: string) => existsSync(path) ? linesOf(path).map(({ action }) => action) : []

  it('gets a failed unlock while the desk is locked, and the lines of a new start once it is unlocked', async () => {
    const desk = await openProtected({ system: { auditFile: auditFile(), chooseFolder } })
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
    // A wrong passphrase causes a wait by the vault's own clock.
    await expect.poll(() => again.unlock().then(() => 'unlocked', () => 'too soon')).toBe('unlocked')
    await expect.poll(async () => {
      await again.clock.pass(300)
      return actionsIn(file)
    }).toEqual(expect.arrayContaining(['application-started', 'vault-unlocked']))
  })
})

describe('an unsuitable folder', () => {
  const made = (name: string) => { mkdirSync(join(folder, name)); return join(folder, name) }

  it.each([
    ['that is missing', () => join(folder, 'none'), 'the folder is missing'],
    ['of the application’s own data', () => join(folder, 'own'), 'own data'],
    ['whose name begins with a dot', () => made('.config'), 'begins with a dot'],
    ['below one whose name begins with a dot', () => { made('.config'); return made('.config/autostart') }, 'begins with a dot'],
    ['reached by a link from one that looks harmless', () => { symlinkSync(made('.ssh'), join(folder, 'logs')); return join(folder, 'logs') },
      'begins with a dot'],
    ['of another computer', () => '\\\\server\\share', 'another computer'],
    ['with a folder of that name', () => { mkdirSync(file); return folder }, 'it is not a file'],
    ['with other content under that name', () => { writeFileSync(file, 'Dear Sir'); return folder }, 'other content'],
    ['with other content behind lines of a trail', () => {
      writeFileSync(file, `{"id":"${'a'.repeat(64)}","link":1}\nDear Sir\n`)
      return folder
    }, 'other content'],
    ['with other JSON under that name', () => { writeFileSync(file, '{"settings":{}}\n'); return folder }, 'other content'],
    ['with a link under that name', () => { symlinkSync(join(folder, 'elsewhere'), file); return folder }, 'a link has its name'],
    ['with a file of two names', () => {
      writeFileSync(join(folder, 'other'), '')
      linkSync(join(folder, 'other'), file)
      return folder
    }, 'a second name'],
  ])('is refused when it is chosen: a folder %s', async (_what, choose, why) => {
    const desk = await openDesk()
    const settings = await desk.call('settings.read', null)
    chosen = choose()
    expect(await desk.refused('settings.chooseAuditFile', null))
      .toEqual({ code: 'file-unwritable', detail: expect.stringContaining(why) as string })
    expect(await desk.call('settings.read', null)).toEqual(settings)
  })

  it('is refused if only its owner may write, who is another user', async () => {
    // Root may write to read-only files.
    if (process.getuid?.() === 0) return
    writeFileSync(file, '')
    chmodSync(file, 0o400)
    const desk = await openDesk()
    await expect(name(desk, 'Ada')).rejects.toThrow('permission denied')
  })

  it('does not lose a line after a truncated one', async () => {
    const line = `{"id":"${'b'.repeat(64)}"}\n`
    writeFileSync(file, '{"id":"abc')
    expect(await auditFile().append(file, line, null)).toMatchObject({ kind: 'written' })
    expect(readFileSync(file, 'utf8')).toBe(`{"id":"abc\n${line}`)
    expect(await auditFile().append(file, line, null)).toMatchObject({ kind: 'written' })
  })
})

describe('a file that is changed after it was chosen', () => {
  it.each([
    ['a link in its place', () => { renameSync(file, join(folder, 'old')); symlinkSync(join(folder, 'old'), file) }, 'a link has its name'],
    ['another program’s text at its end', () => { writeFileSync(file, 'echo\n', { flag: 'a' }) }, 'other content'],
    ['another file in its place', () => { rmSync(file); writeFileSync(file, 'echo\n') }, 'other content'],
  ])('gets no line: %s', async (_what, change, why) => {
    const desk = await openDesk()
    await name(desk, 'one')
    await written(desk)
    change()
    const before = readFileSync(file, 'utf8')
    await name(desk, 'two')
    await expect.poll(() => desk.control.auditFileProblem()).toContain(why)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('gets no lines if its folder became a link', async () => {
    const desk = await openDesk()
    const place = join(folder, 'place')
    mkdirSync(place)
    await name(desk, 'one', place)
    await written(desk, join(place, fileName))
    renameSync(place, join(folder, 'moved'))
    symlinkSync(join(folder, 'moved'), place)
    const settings = await desk.call('settings.read', null)
    await desk.call('settings.save', { ...settings, operatorName: 'two', auditFile: 'keep' })
    await expect.poll(() => desk.control.auditFileProblem()).toContain('a link leads from its folder')
  })
})

describe('the page, which names no path', () => {
  it('gets a handle for the chosen folder, which ends with a lock and with the next choice', async () => {
    const system = { auditFile: auditFile(), chooseFolder }
    const desk = await openProtected({ system })
    const settings = await desk.call('settings.read', null)
    chosen = folder
    const first = await desk.call('settings.chooseAuditFile', null)
    expect(first).toEqual({ path: file, handle: expect.stringMatching(/^[0-9a-f]{32}$/) as string })
    mkdirSync(join(folder, 'other'))
    chosen = join(folder, 'other')
    const second = await desk.call('settings.chooseAuditFile', null)
    const save = (handle: string) => ({ ...settings, auditFile: { handle } })
    const again = { code: 'file-unwritable', detail: 'Audit file: choose its folder again.' }
    expect(await desk.refused('settings.save', save(first.handle))).toEqual(again)
    expect(await desk.refused('settings.save', save(file))).toEqual(again)
    await desk.call('access.lock', null)
    await desk.unlock()
    expect(await desk.refused('settings.save', save(second.handle))).toEqual(again)
    chosen = null
    expect(await desk.refused('settings.chooseAuditFile', null)).toEqual({ code: 'cancelled' })
    expect((await desk.call('settings.read', null)).auditFile).toBe(null)
    await asOperator(desk)
    expect(await desk.refused('settings.chooseAuditFile', null)).toEqual({ code: 'administrator-needed' })
  })
})
