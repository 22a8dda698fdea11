import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writePieces } from '../../../electron/common/files/streamed-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'streamed-'))
  path = join(folder, 'history.csv')
})
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

async function* of(...pieces: readonly (string | (() => string))[]): AsyncGenerator<string> {
  for (const piece of pieces) yield typeof piece === 'string' ? piece : piece()
}

it('has its name only once all of it is written', async () => {
  const seen: string[][] = []
  await writePieces(path, of('one\n', () => {
    seen.push(readdirSync(folder))
    return 'zwei ä\n'
  }))
  expect(seen).toEqual([['history.csv.part']])
  expect(readdirSync(folder)).toEqual(['history.csv'])
  expect(readFileSync(path, 'utf8')).toBe('one\nzwei ä\n')
})

it('leaves nothing behind, and the older file unchanged, if the pieces end in an error', async () => {
  writeFileSync(path, 'older')
  const writing = writePieces(path, of('one\n', () => { throw new Error('the journal is gone') }))
  await expect(writing).rejects.toThrow('the journal is gone')
  expect(readdirSync(folder)).toEqual(['history.csv'])
  expect(readFileSync(path, 'utf8')).toBe('older')
})

it('replaces an older file of that name', async () => {
  writeFileSync(path, 'older and longer')
  await writePieces(path, of('new'))
  expect(readFileSync(path, 'utf8')).toBe('new')
})

it('never overwrites another writer\'s part', async () => {
  writeFileSync(`${path}.part`, 'of somebody else')
  await writePieces(path, of('new'))
  expect(readdirSync(folder)).toEqual(['history.csv', 'history.csv.part'])
  expect(readFileSync(`${path}.part`, 'utf8')).toBe('of somebody else')
})

it('rejects with the disk’s error', async () => {
  await expect(writePieces(join(folder, 'none', 'history.csv'), of('one'))).rejects.toMatchObject({ code: 'ENOENT' })
})
