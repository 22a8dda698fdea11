import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog, describeError, type LogFields } from '../../../electron/common/processes/log.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'log-')) })
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

const lines = (file = 'main.log') =>
  readFileSync(join(folder, file), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)

test('a line has its time in UTC, level, module, event and plain fields', () => {
  createLog({ folder, module: 'main', now: () => new Date('2026-11-20T09:41:07.120Z') })
    .warn('send-late', { operation: 'recurrentPayment', durationMs: 12, outcome: 'unknown' })
  expect(lines()).toEqual([{
    at: '2026-11-20T09:41:07.120Z',
    level: 'warn',
    module: 'main',
    event: 'send-late',
    operation: 'recurrentPayment',
    outcome: 'unknown',
    durationMs: 12,
  }])
})

test('fields that are not allowed or not plain are left out, even past the type check', () => {
  const sneaked = { secret: 'hidden', body: 'hidden', message: { control: 'hidden' }, code: ['hidden'] } as unknown as LogFields
  createLog({ folder, module: 'main' }).info('started', sneaked)
  expect(JSON.stringify(lines())).not.toContain('hidden')
})

test('values and event names are redacted, numbers too', () => {
  const log = createLog({ folder, module: 'main' })
  log.info('card 4111111111111111', { message: 'cvv2=123', count: 4111111111111111 })
  expect(JSON.stringify(lines())).not.toMatch(/4111|123\b/)
})

test('an error is logged by name, message and functions, without the person\'s folders', () => {
  const error = Object.assign(new TypeError('control=abc is bad'), { code: 'EPIPE' })
  createLog({ folder, module: 'main' }).error('defect', describeError(error))
  const [line] = lines()
  expect(line).toMatchObject({ error: 'TypeError', code: 'EPIPE', message: 'control=[secret] is bad' })
  expect(line?.stack).toContain('log.test.ts')
  expect(line?.stack).not.toContain(import.meta.dirname)
})

test('old files are rotated away and the folder stays small', () => {
  const log = createLog({ folder, module: 'main', maxBytes: 2_000, keep: 2 })
  for (let count = 0; count < 200; count++) log.info('tick', { count })
  expect(readdirSync(folder).sort()).toEqual(['main.1.log', 'main.2.log', 'main.log'])
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(2_000)
  expect(lines().at(-1)).toMatchObject({ count: 199 })
  expect(lines('main.1.log').at(-1)?.count).toBe(Number(lines()[0]?.count) - 1)
})

test('a file that is held open keeps growing for a while, loses no line, and is rotated once it is free', () => {
  let tries = 0
  let held = true
  const rename = (from: string, to: string) => {
    if (held) {
      tries += 1
      throw Object.assign(new Error('held'), { code: 'EBUSY' })
    }
    renameSync(from, to)
  }
  const log = createLog({ folder, module: 'main', maxBytes: 4_000, rename })
  for (let count = 0; count < 60; count++) log.info('tick', { count })
  expect(readdirSync(folder)).toEqual(['main.log'])
  expect(lines().map(({ count }) => count)).toEqual(Array.from({ length: 60 }, (_none, count) => count))
  // Each attempt may take a second: one for each quarter of the size, not one for each line.
  expect(tries).toBeLessThan(5)
  held = false
  for (let count = 60; count < 80; count++) log.info('tick', { count })
  expect(readdirSync(folder).sort()).toEqual(['main.1.log', 'main.log'])
})

test.skipIf(process.platform === 'win32')('only the person may read it', () => {
  createLog({ folder, module: 'main' }).info('started')
  expect(statSync(join(folder, 'main.log')).mode & 0o077).toBe(0)
})
