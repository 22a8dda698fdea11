import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { openSettings } from '../../../electron/settings/settings.ts'

let folder: string
let filePath: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'))
  filePath = join(folder, 'settings.json')
})
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

const open = () => openSettings({ filePath })
const typed = { ...defaultSettings, operatorName: 'M. Keller', notFoundAfterMinutes: 45 }

it('has the defaults at the first start and writes nothing for them', () => {
  expect(open().read()).toEqual(defaultSettings)
  expect(open().warnings()).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

it('keeps saved settings, immediately and after a restart', () => {
  const settings = open()
  expect(settings.save(typed, null).ok).toBe(true)
  expect(settings.read()).toEqual(typed)
  expect(open().read()).toEqual(typed)
  expect(readdirSync(folder)).toEqual(['settings.json'])
})

it('reads a file of a version with fewer settings', () => {
  writeFileSync(filePath, '{ "operatorName": "M. Keller" }')
  expect(open().read()).toEqual({ ...defaultSettings, operatorName: 'M. Keller' })
})

it.each([
  ['cut in the middle', '{ "operatorName": "M. Ke'],
  ['empty', ''],
  ['no object', '[]'],
  ['null', 'null'],
  ['with a waiting time that would count a charge as lost too early', '{ "notFoundAfterMinutes": 1 }'],
])('uses the defaults for a file that is %s, quarantines it and reports that', (_what, text) => {
  writeFileSync(filePath, text)
  const settings = open()
  expect(settings.read()).toEqual(defaultSettings)
  expect(settings.warnings()).toEqual([expect.stringContaining('settings.json.unreadable-1')])
  expect(readFileSync(`${filePath}.unreadable-1`, 'utf8')).toBe(text)
  expect(settings.save(typed, null).ok).toBe(true)
  expect(open().warnings()).toEqual([])
})

it('uses the defaults and reports that if the file cannot be read at all', () => {
  mkdirSync(filePath)
  expect(open().read()).toEqual(defaultSettings)
  expect(open().warnings()).toHaveLength(1)
})

it('reports why it cannot save, and does not change', () => {
  const settings = openSettings({ filePath: join(folder, 'none', 'settings.json') })
  expect(settings.save(typed, null)).toEqual({
    ok: false,
    failure: { code: 'settings-unwritable', detail: 'The settings cannot be saved: the folder is missing.' },
  })
  expect(settings.read()).toEqual(defaultSettings)
})
