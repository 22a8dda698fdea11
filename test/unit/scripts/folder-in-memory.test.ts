import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isFit, removeLeftOvers } from '../../../resources/scripts/folder-in-memory.mjs'

const mounts = (line: string) => `/dev/vda / ext4 rw,relatime 0 0\n${line}\n`
const roomy = 8 * 1024 ** 3

it.each([
  ['in memory with enough space', mounts('tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0'), roomy, true],
  ['on the disk if no program could be started there', mounts('shm /dev/shm tmpfs rw,noexec 0 0'), roomy, false],
  ['on the disk if a container has little memory', mounts('shm /dev/shm tmpfs rw 0 0'), 64 * 1024 ** 2, false],
  ['on the disk if the folder is not memory', mounts('/dev/vdb /dev/shm ext4 rw 0 0'), roomy, false],
  ['on the disk if the folder is an ordinary one', mounts(''), roomy, false],
])('tests write %s', (_where, list, free, fit) => {
  expect(isFit(list, free)).toBe(fit)
})

it('files of an interrupted run are removed; those of a running one and foreign ones stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-'))
  const { pid } = spawnSync(process.execPath, ['--version'])
  for (const name of [`gc-${pid}-left`, `gc-${process.pid}-used`, 'another']) mkdirSync(join(folder, name, 'inner'), { recursive: true })
  removeLeftOvers(folder)
  expect(readdirSync(folder).toSorted()).toEqual(['another', `gc-${process.pid}-used`])
  rmSync(folder, { recursive: true })
})
