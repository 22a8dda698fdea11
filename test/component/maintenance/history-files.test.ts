import { expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Backup, QuarantinedFile, Maintenance } from '#shared/model/history/maintenance.ts'
import { failed, success } from '#shared/result.ts'
import AppBanners from '../../../renderer/app/banners/AppBanners.vue'
import { sizeText } from '../../../renderer/features/maintenance/bytes.ts'
import HistoryFiles from '../../../renderer/features/maintenance/HistoryFiles.vue'
import { done, fakeMain } from '../support/bridge.ts'
import { button, click, flushPromises, show, words } from '../support/mount.ts'
import { text, textPattern } from '../../support/texts.ts'

const at = '2026-11-20T08:00:00.000Z' as UtcTime
const good: Backup = {
  fileName: 'journal-20261120T080000000Z.sqlite', at, bytes: 3_200_000, check: { result: 'good', entries: 12 },
}
const damaged: QuarantinedFile = {
  fileName: 'journal.damaged-20261119T080000000Z.sqlite', at, bytes: 81_000, why: 'damaged',
}
const openOutcome = { quarantined: [damaged], startedAnewBeside: damaged.fileName, warning: 'damaged' } as const

function someFiles(changes: Partial<Maintenance> = {}): Maintenance {
  return {
    bytes: 3_400_000, entries: 14, oldestAt: at, backups: [good], backupProblem: null,
    lastVerification: null, quarantined: [],
    startedAnewBeside: null, warning: null,
    ...changes,
  }
}

async function start(files: Maintenance, answers: Parameters<typeof fakeMain>[0] = {}, component = HistoryFiles) {
  const main = fakeMain({ 'maintenance.describe': () => success(files), ...answers })
  show(component)
  await flushPromises()
  return main
}

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')

it('shows the size of the history and lists its backups; a damaged one is marked and cannot be restored', async () => {
  const bad = { result: 'bad', detail: 'The file is damaged.' } as const
  await start(someFiles({ backups: [good, { ...good, fileName: 'journal-20261119T080000000Z.sqlite', check: bad }] }))
  expect(words()).toContain(text('maintenance.backups.size', { count: 14, size: '3.4 MB' }))
  expect(words()).toContain(text('maintenance.backups.entries', { count: 12 }))
  expect(words()).toContain(`${text('maintenance.backups.bad')} The file is damaged.`)
  expect(document.querySelectorAll('li button')).toHaveLength(1)
})

it('shows why the last backup failed', async () => {
  await start(someFiles({ backups: [], backupProblem: 'The disk is full. (SQLite 13)' }))
  expect(words()).toMatch(/The last backup failed ?The disk is full\./)
  expect(words()).toContain(text('maintenance.backups.none'))
})

it('backs up on request, and shows the progress', async () => {
  let answer: (value: CallAnswer<'maintenance.backUp'>) => void = () => undefined
  const main = await start(someFiles(), { 'maintenance.backUp': () => new Promise((resolve) => { answer = resolve }) })
  await click(button(text('maintenance.backups.backUp')))
  main.emit('maintenance.progress', { task: 'backup', done: 1, total: 4 })
  await flushPromises()
  // A disabled button would lose the keyboard focus.
  const pressed = button(text('maintenance.backups.backUp')) as HTMLButtonElement
  expect([pressed.disabled, pressed.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  expect(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('25')
  answer(failed({ code: 'backup-failed', detail: 'The disk is full.' }))
  await flushPromises()
  expect(words()).toContain(text('failure.what.backup-failed', { detail: 'The disk is full.' }))
  expect(document.querySelector('[role="progressbar"]')).toBeNull()
})

it('restores only after showing what will happen, and shows the result', async () => {
  const main = await start(someFiles(), {
    'maintenance.restore': () => success({ added: 2, known: 12, waiting: 0, lost: 0 }),
  })
  await click(button(/^Restore the backup of 20 Nov 2026/))
  expect(main.inputsOf('maintenance.restore')).toEqual([])
  expect(words(dialog()!)).toContain(text('maintenance.backups.dialogKept'))
  expect(words(dialog()!)).toContain(text('maintenance.backups.dialogMeanwhile'))
  await click(button(text('maintenance.backups.action'), dialog()!))
  expect(main.inputsOf('maintenance.restore')).toEqual([{ fileName: good.fileName }])
  expect(words()).toMatch(/The backup was restored ?2 entries were added\. 12 entries were already in the history\./)
})

it.each([
  [{ added: 5, known: 0, waiting: 0, lost: 3 }, text('maintenance.backups.lost', { count: 3 })],
  [{ added: 5, known: 0, waiting: 0, lost: null }, text('maintenance.backups.lostUnknown')],
  [{ added: 5, known: 0, waiting: 1, lost: 0 }, text('maintenance.backups.waiting', { count: 1 })],
])('shows what a salvage did not bring back: %j', async (counts, what) => {
  const main = await start(someFiles(openOutcome), {
    'maintenance.salvage': () => success(counts),
  })
  await click(button(textPattern('maintenance.quarantined.salvageNamed')))
  expect(main.inputsOf('maintenance.salvage')).toEqual([{ fileName: damaged.fileName }])
  expect(words()).toContain(what)
})

it('lets a damaged file be given up only after showing the risk', async () => {
  const main = await start(someFiles(openOutcome), { 'maintenance.giveUp': done })
  await click(button(text('maintenance.quarantined.giveUp')))
  expect(words(dialog()!)).toContain(text('maintenance.quarantined.dialogRisk'))
  await click(button(text('common.cancel'), dialog()!))
  expect(main.inputsOf('maintenance.giveUp')).toEqual([])
  await click(button(text('maintenance.quarantined.giveUp')))
  await click(button(text('maintenance.quarantined.action'), dialog()!))
  expect(main.inputsOf('maintenance.giveUp')).toEqual([{ fileName: damaged.fileName }])
})

it('warns on every screen, with an announcement, until a damaged file is salvaged or given up', async () => {
  await start(someFiles(openOutcome), {}, AppBanners)
  const warning = document.querySelector('[role="alert"]')!
  expect(words(warning)).toContain(text('shell.history.unknown'))
  expect(words(warning)).toContain('before you charge again')
  expect(button(text('shell.history.damaged.open')).getAttribute('href')).toContain('/maintenance')
})

it('warns of what could not be read, although its salvage has ended', async () => {
  await start(someFiles({ ...openOutcome, warning: 'not-all-read' }), {}, AppBanners)
  const warning = words(document.querySelector('[role="alert"]')!)
  expect(warning).toContain(text('shell.history.not-all-read.title'))
  expect(warning).toContain(text('shell.history.not-all-read.next'))
})

it('warns of a missing history as soon as it is found missing, until it is given up', async () => {
  let files = someFiles()
  const main = await start(files, { 'maintenance.describe': () => success(files) }, AppBanners)
  expect(words()).toBe('')
  files = someFiles({ warning: 'missing' })
  main.emit('maintenance.warned', null)
  await flushPromises()
  expect(words(document.querySelector('[role="alert"]')!)).toMatch(
    new RegExp(`${text('shell.history.missing.title')}.*${text('shell.history.missing.next')}`))
})

it('lets a missing history be given up only after showing the risk', async () => {
  const main = await start(someFiles({ warning: 'missing' }), { 'maintenance.giveUp': done })
  await click(button(text('maintenance.quarantined.giveUp')))
  expect(words(dialog()!)).toContain(text('maintenance.quarantined.dialogRisk'))
  expect(main.inputsOf('maintenance.giveUp')).toEqual([])
  await click(button(text('maintenance.quarantined.action'), dialog()!))
  expect(main.inputsOf('maintenance.giveUp')).toEqual([{ fileName: null }])
})

it('shows no warning if there is no problem', async () => {
  await start(someFiles({ quarantined: [damaged] }), {}, AppBanners)
  expect(words()).toBe('')
})

it.each([[0, '1 KB'], [81_000, '81 KB'], [999_999, '1,000 KB'], [3_240_000, '3.2 MB'], [12_000_000_000, '12 GB']])(
  'shows %i bytes as %s', (bytes, text) => { expect(sizeText(bytes)).toBe(text) },
)
