import { expect, it } from 'vitest'
import { isFit } from '../../../resources/scripts/folder-in-memory.mjs'

const mounts = (line: string) => `/dev/vda / ext4 rw,relatime 0 0\n${line}\n`
const roomy = 8 * 1024 ** 3

it.each([
  ['in memory with room', mounts('tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0'), roomy, true],
  ['on the disk where no program could be started there', mounts('shm /dev/shm tmpfs rw,noexec 0 0'), roomy, false],
  ['on the disk where a container has little of it', mounts('shm /dev/shm tmpfs rw 0 0'), 64 * 1024 ** 2, false],
  ['on the disk where it is no memory', mounts('/dev/vdb /dev/shm ext4 rw 0 0'), roomy, false],
  ['on the disk where it is a folder like any other', mounts(''), roomy, false],
])('tests write %s', (_where, list, free, fit) => {
  expect(isFit(list, free)).toBe(fit)
})
